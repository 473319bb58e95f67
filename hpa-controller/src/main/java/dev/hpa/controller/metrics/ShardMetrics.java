package dev.hpa.controller.metrics;

import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.shards.ShardListener.Acquired;
import dev.hpa.controller.shards.ShardListener.Ended;
import dev.hpa.controller.shards.ShardOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** The metrics of shards; without shards its families are empty. Thread-safe. */
public final class ShardMetrics {

  private final Map<Integer, Boolean> held = new ConcurrentHashMap<>();
  private final Map<Acquired, Long> acquired = new ConcurrentHashMap<>();
  private final Map<Ended, Long> ended = new ConcurrentHashMap<>();
  private volatile String prefix = "";
  private volatile int count;
  private volatile IntSupplier members = () -> 0;
  private volatile double lastHandOver;

  ShardMetrics() {}

  /** Begins to report shards. */
  public void begin(ShardOptions options, IntSupplier liveMembers) {
    prefix = options.election().name() + "-shard-";
    members = liveMembers;
    for (int i = 0; i < options.count(); i++) {
      held.put(i, false);
    }
    for (Acquired each : Acquired.values()) {
      acquired.put(each, 0L);
    }
    for (Ended each : Ended.values()) {
      ended.put(each, 0L);
    }
    count = options.count();
  }

  /** A shard was acquired. */
  public void acquired(Shard shard, Acquired from) {
    held.put(shard.index(), true);
    acquired.merge(from, 1L, Long::sum);
  }

  /** A shard was given up. */
  public void ended(Shard shard, Ended reason, Duration took) {
    held.put(shard.index(), false);
    ended.merge(reason, 1L, Long::sum);
    lastHandOver = took.toNanos() / 1e9;
  }

  /** The masters of the Leases of shards, as the families of leader election show them. */
  Map<String, Double> masters() {
    return perShard(index -> prefix + index + "-of-" + count);
  }

  private Map<String, Double> perShard(IntFunction<String> label) {
    Map<String, Double> values = new HashMap<>();
    held.forEach((index, isHeld) -> values.put(label.apply(index), BuildMetrics.one(isHeld)));
    return values;
  }

  void register(MetricFamilies families) {
    families.readGauge(
        "hpa_shard_held",
        "1 if this replica holds the shard, else 0; only with --shards",
        "shard",
        () -> perShard(String::valueOf));
    families.readGauge(
        "hpa_shard_members",
        "Live replicas with the same number of shards, as this replica observes them",
        List.of(),
        () -> count == 0 ? Map.of() : Map.of(List.of(), (double) members.getAsInt()));
    families.readCounter(
        "hpa_shard_acquisitions_total",
        "Shards that this replica has acquired, by what happened before: released (by another"
            + " replica), expired (the Lease of another replica), new (no earlier holder)",
        "from",
        () -> counts(acquired));
    families.readCounter(
        "hpa_shard_releases_total",
        "Shards that this replica has given up, by reason: rebalanced, shutdown, lost (the Lease was"
            + " not renewed in time or is held by another process), conflict (with replicas of"
            + " another number of shards)",
        "reason",
        () -> counts(ended));
    families.readGauge(
        "hpa_shard_last_hand_over_seconds",
        "Time from the last reconcile of a shard to the release of its Lease, at the last release",
        List.of(),
        () -> count == 0 ? Map.of() : Map.of(List.of(), lastHandOver));
  }

  private static <E extends Enum<E>> Map<String, Long> counts(Map<E, Long> counts) {
    return counts.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> each.getKey().name().toLowerCase(Locale.ROOT), Map.Entry::getValue));
  }
}
