package dev.hpa.controller.world;

import dev.hpa.kube.content.ContentType;
import java.time.Duration;
import java.util.List;

/**
 * How a run is set up.
 *
 * @param theme what goes wrong
 * @param replicas of the controller
 * @param shards 0 for one leader
 * @param elects whether the only replica takes part in an election; several do
 */
record Shape(
    FaultTheme theme,
    int replicas,
    int shards,
    boolean elects,
    boolean savesState,
    boolean spreads,
    ContentType form,
    int namespaces,
    int autoscalers,
    Duration faulty) {

  static Shape of(World world) {
    FaultTheme theme = world.oneOf(List.of(FaultTheme.values()));
    boolean isHandedOver = theme == FaultTheme.HAND_OVERS;
    boolean isRestarted = theme == FaultTheme.RESTARTS;
    int replicas =
        isRestarted ? 1 : world.oneOf(isHandedOver ? List.of(2, 3) : List.of(1, 1, 2, 2, 3));
    boolean elects = replicas > 1 || world.happens(0.3);
    boolean isSharded = elects && !isRestarted && world.happens(isHandedOver ? 0.7 : 0.3);
    int shards = isSharded ? 2 + world.random().nextInt(3) : 0;
    boolean isLarge = world.happens(0.01);
    return new Shape(
        theme,
        replicas,
        shards,
        elects,
        isRestarted || world.happens(0.4),
        world.happens(0.3),
        world.oneOf(List.of(ContentType.JSON, ContentType.PROTOBUF)),
        1 + world.random().nextInt(isLarge ? 8 : isSharded ? 5 : 3),
        isLarge ? 25 + world.random().nextInt(40) : 1 + world.random().nextInt(5),
        Duration.ofSeconds(60 + world.random().nextInt(120)));
  }
}
