package dev.hpa.controller.world;

import dev.hpa.kube.client.HttpCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Decides the fate of each request, by the troubles of the moment and by chance. */
final class Network {

  private static final Duration FAST = Duration.ofNanos(200_000);
  private static final Duration USUAL = Duration.ofMillis(15);
  private static final Duration HICCUP = Duration.ofMillis(400);

  private final World world;
  private final List<Trouble> troubles = new ArrayList<>();
  private final Map<String, Integer> harmed = new TreeMap<>();
  private Instant lastTrouble = Instant.MIN;

  Network(World world) {
    this.world = world;
  }

  /** Makes harm of a kind; null for a request that it cannot happen to. */
  @FunctionalInterface
  interface Kind {
    Fate.@Nullable Harm of(HttpCall call, boolean isWatch);
  }

  /**
   * Something that harms requests for a while.
   *
   * @param meets whether it may harm a request of a process
   * @param share of those that it harms
   * @param delay is added to each leg of those that it may harm
   */
  record Trouble(
      String name,
      BiPredicate<SimulatedProcess, HttpCall> meets,
      double share,
      Duration delay,
      Kind kind) {

    @Override
    public String toString() {
      return name;
    }
  }

  void add(Trouble trouble) {
    troubles.add(trouble);
  }

  void remove(Trouble trouble) {
    troubles.remove(trouble);
  }

  /** When a trouble met a request last. */
  Instant lastTrouble() {
    return lastTrouble;
  }

  /** How often each kind of harm was done. */
  Map<String, Integer> harmed() {
    return harmed;
  }

  Fate fate(SimulatedProcess client, HttpCall call, boolean isWatch) {
    Fate.Harm harm = null;
    Duration more = Duration.ZERO;
    for (Trouble each : troubles) {
      if (each.meets().test(client, call)) {
        lastTrouble = world.now();
        more = more.plus(each.delay());
        if (harm == null && world.happens(each.share())) {
          harm = each.kind().of(call, isWatch);
        }
      }
    }
    if (harm != null) {
      harmed.merge(harm.getClass().getSimpleName() + (isWatch ? " watch" : ""), 1, Integer::sum);
      world.log("%s: %s %s: %s", client, call.request().method(), call.request().target(), harm);
    }
    return new Fate(leg(more), leg(more), leg(more), harm);
  }

  private Duration leg(Duration more) {
    return world.between(FAST, world.happens(0.01) ? HICCUP : USUAL).plus(more);
  }
}
