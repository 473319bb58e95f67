package dev.hpa.controller.world;

import dev.hpa.kube.content.ContentType;
import java.time.Duration;
import java.util.List;

/**
 * How a run is set up.
 *
 * @param replicas of the controller
 * @param shards 0 for one leader
 * @param elects whether the only replica takes part in an election; several do
 */
record Shape(
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
    int replicas = world.oneOf(List.of(1, 1, 2, 2, 3));
    boolean elects = replicas > 1 || world.happens(0.3);
    int shards = elects && world.happens(0.4) ? 2 + world.random().nextInt(3) : 0;
    boolean isLarge = world.happens(0.01);
    return new Shape(
        replicas,
        shards,
        elects,
        world.happens(0.4),
        world.happens(0.3),
        world.oneOf(List.of(ContentType.JSON, ContentType.PROTOBUF)),
        1 + world.random().nextInt(isLarge ? 8 : 3),
        isLarge ? 40 + world.random().nextInt(100) : 1 + world.random().nextInt(5),
        Duration.ofSeconds(60 + world.random().nextInt(200)));
  }
}
