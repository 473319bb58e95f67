package dev.hpa.controller.world;

import dev.hpa.kube.client.HttpCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Decides the delivery of each request, by the current faults and at random. */
final class Network {

  private static final Duration FAST = Duration.ofNanos(200_000);
  private static final Duration USUAL = Duration.ofMillis(15);
  private static final Duration HICCUP = Duration.ofMillis(400);

  private final World world;
  private final List<InjectedFault> faults = new ArrayList<>();
  private final Map<String, Integer> injected = new TreeMap<>();
  private final Map<SimulatedProcess, Map<Traffic, Instant>> lastFaults = new HashMap<>();
  private Instant lastFault = Instant.MIN;

  /** What requests are for. */
  enum Traffic {
    /** Lists and watches of HPAs and pods. */
    CACHES,
    LEASES,
    OTHERS;

    static Traffic of(HttpCall call) {
      String path = call.request().path();
      boolean isRead = call.request().method().equals("GET");
      return path.contains("/leases") ? LEASES : isRead && WATCHED.contains(path) ? CACHES : OTHERS;
    }
  }

  /** The resources of the caches. */
  static final Set<String> WATCHED =
      Set.of("/api/v1/pods", "/apis/autoscaling/v2/horizontalpodautoscalers");

  Network(World world) {
    this.world = world;
  }

  /** Creates a fault; null for a request that it cannot happen to. */
  @FunctionalInterface
  interface Kind {
    Delivery.@Nullable NetworkFault of(HttpCall call, boolean isWatch);
  }

  /**
   * Something that meets requests for a while.
   *
   * @param meets whether it may affect a request of a process
   * @param share of those that it affects
   * @param delay is added to each leg of those that it may affect
   */
  record InjectedFault(
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

  void add(InjectedFault fault) {
    faults.add(fault);
  }

  void remove(InjectedFault fault) {
    faults.remove(fault);
  }

  /** When a fault affected a request last. */
  Instant lastFault() {
    return lastFault;
  }

  /** When a fault affected such a request of a process last; {@link Instant#MIN} if none has. */
  Instant lastFault(SimulatedProcess process, Traffic traffic) {
    return lastFaults.getOrDefault(process, Map.of()).getOrDefault(traffic, Instant.MIN);
  }

  /** How often each kind of fault was injected. */
  Map<String, Integer> injected() {
    return injected;
  }

  Delivery delivery(SimulatedProcess client, HttpCall call, boolean isWatch) {
    Delivery.NetworkFault fault = null;
    Duration more = Duration.ZERO;
    for (InjectedFault each : faults) {
      if (each.meets().test(client, call)) {
        lastFault = world.now();
        lastFaults
            .computeIfAbsent(client, any -> new EnumMap<>(Traffic.class))
            .put(Traffic.of(call), world.now());
        more = more.plus(each.delay());
        if (fault == null && world.happens(each.share())) {
          fault = each.kind().of(call, isWatch);
        }
      }
    }
    if (fault != null) {
      injected.merge(fault.getClass().getSimpleName() + (isWatch ? " watch" : ""), 1, Integer::sum);
      world.log("%s: %s %s: %s", client, call.request().method(), call.request().target(), fault);
    }
    return new Delivery(leg(more), leg(more), leg(more), fault);
  }

  private Duration leg(Duration more) {
    return world.between(FAST, world.happens(0.01) ? HICCUP : USUAL).plus(more);
  }
}
