package dev.hpa.controller.history;

import dev.hpa.api.ImmutableCopies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One sync. Immutable.
 *
 * @param at the time of the decision, in whole milliseconds
 * @param current the replicas of the scale; null if it could not be read
 * @param desired the desired replicas; null if none were computed
 * @param recommended the replicas computed from the metrics; null if none were computed
 * @param stabilized the recommendation after stabilization, before policies and bounds
 * @param min the least replicas, with those of active schedules
 * @param max the most replicas, with those of active schedules
 * @param ready the ready pods; null if no pods were selected
 * @param metrics one for each metric of the autoscaler
 */
public record Sample(
    Instant at,
    @Nullable Integer current,
    @Nullable Integer desired,
    @Nullable Integer recommended,
    @Nullable Integer stabilized,
    int min,
    int max,
    @Nullable Integer ready,
    Set<SyncFlag> flags,
    List<MetricPoint> metrics) {

  public Sample {
    flags = ImmutableCopies.set(flags);
    metrics = List.copyOf(metrics);
  }

  /** Whether a flag is set. */
  public boolean is(SyncFlag flag) {
    return flags.contains(flag);
  }

  /**
   * This sample with the metrics of another spec.
   *
   * @param indexes the index of each in this one; −1 for one that was not measured
   */
  Sample withMetrics(int[] indexes) {
    List<MetricPoint> points = new ArrayList<>(indexes.length);
    for (int index : indexes) {
      points.add(index < 0 ? MetricPoint.UNKNOWN : metrics.get(index));
    }
    return new Sample(
        at, current, desired, recommended, stabilized, min, max, ready, flags, points);
  }

  Sample with(SyncFlag flag) {
    EnumSet<SyncFlag> all = EnumSet.of(flag);
    all.addAll(flags);
    return new Sample(at, current, desired, recommended, stabilized, min, max, ready, all, metrics);
  }
}
