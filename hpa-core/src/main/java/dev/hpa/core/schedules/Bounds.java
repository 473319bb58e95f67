package dev.hpa.core.schedules;

import dev.hpa.api.HpaSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of the replicas in effect at a time: the highest {@code min} and the highest {@code
 * max} of the active schedules; for a bound that none of them has, that of the spec. If the minimum
 * is greater than the maximum, the maximum applies to both. Immutable.
 *
 * @param min the least replicas
 * @param max the most replicas
 * @param active the names of the active schedules, in their order; empty if the spec applies
 * @param wantedMin the minimum before it is lowered to the maximum
 */
public record Bounds(int min, int max, List<String> active, int wantedMin) {

  public Bounds {
    active = List.copyOf(active);
  }

  /** The bounds of the spec. */
  public static Bounds of(HpaSpec spec) {
    int min = spec.minReplicasOrDefault();
    return new Bounds(min, spec.maxReplicas(), List.of(), min);
  }

  /** The bounds at a time. */
  public static Bounds of(HpaSpec spec, List<Schedule> schedules, Instant at) {
    List<Schedule> active = new ArrayList<>();
    for (Schedule each : schedules) {
      if (each.isActive(at)) {
        active.add(each);
      }
    }
    return whileActive(spec, active);
  }

  /** The bounds while some schedules are active, in their order. */
  public static Bounds whileActive(HpaSpec spec, List<Schedule> active) {
    if (active.isEmpty()) {
      return of(spec);
    }
    Integer min = null;
    Integer max = null;
    for (Schedule each : active) {
      min = higher(min, each.min());
      max = higher(max, each.max());
    }
    int most = max == null ? spec.maxReplicas() : max;
    int least = min == null ? spec.minReplicasOrDefault() : min;
    return new Bounds(
        Math.min(least, most), most, active.stream().map(Schedule::name).toList(), least);
  }

  /**
   * The first time after another one at which one of some schedules begins or ends; null if none
   * does.
   */
  public static @Nullable Instant nextChange(List<Schedule> schedules, Instant after) {
    Instant next = null;
    for (Schedule each : schedules) {
      Instant change = each.nextChange(after);
      next = next == null || (change != null && change.isBefore(next)) ? change : next;
    }
    return next;
  }

  /** A copy whose minimum is raised to some replicas, and not above the maximum. */
  public Bounds withMin(int least) {
    return new Bounds(Math.max(min, Math.min(least, max)), max, active, wantedMin);
  }

  /** Whether the minimum is lower than the schedules and the spec ask for. */
  public boolean isMinLowered() {
    return wantedMin > min;
  }

  private static @Nullable Integer higher(@Nullable Integer one, @Nullable Integer other) {
    return one == null || (other != null && other > one) ? other : one;
  }
}
