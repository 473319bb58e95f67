package dev.hpa.cli.simulate;

import dev.hpa.simulation.ExcessDemand;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Accumulates the cost and the served demand of a variant over time.
 *
 * <p>Between two calls of {@link #advance} the numbers of replicas and pods are constant. The
 * demand is linear between samples, so its integral is exact, as is that of the unmet part above
 * ready pods times capacity per pod. Gaps in the recording count neither as served nor as unmet.
 * Used by one thread.
 */
final class CostAccount {

  private static final long MINUTE = 60_000_000_000L;

  /** Excess demand below this share of the capacity is a rounding error. */
  private static final double ROUNDING = 1e-9;

  private final Instant start;
  private final Demand demand;
  private final @Nullable Double capacityPerPod;

  /** The end of the accumulated time, in nanoseconds since the start. */
  private long reached;

  private int replicas;
  private int bound;
  private int fewest;
  private int most;
  private double replicaSeconds;
  private double podSeconds;
  private double secondsAtMax;
  private double asked;
  private double unmet;
  private double secondsUnmet;
  private long minute;
  private double askedInMinute;
  private double unmetInMinute;
  private long worstMinute;
  private double worstUnmet;
  private double worstAsked;

  /**
   * Creates an empty account.
   *
   * @param start start of the counted time
   * @param capacityPerPod in units of the demand; null if unknown
   * @param bound the upper bound of the autoscaler, in replicas
   * @param replicas initial replicas of the workload
   */
  CostAccount(
      Instant start, Demand demand, @Nullable Double capacityPerPod, int bound, int replicas) {
    this.start = start;
    this.demand = demand;
    this.capacityPerPod = capacityPerPod;
    this.bound = bound;
    this.replicas = replicas;
    this.fewest = replicas;
    this.most = replicas;
  }

  /** Changes the replicas of the workload; called after {@link #advance}. */
  void replicas(int count) {
    replicas = count;
    fewest = Math.min(fewest, count);
    most = Math.max(most, count);
  }

  /** Changes the upper bound of the autoscaler; called after {@link #advance}. */
  void bound(int max) {
    bound = max;
  }

  /**
   * Accumulates the time up to now.
   *
   * @param pods number of pods since the last call
   * @param ready number of ready pods since the last call
   */
  void advance(Instant now, int pods, int ready) {
    long to = Duration.between(start, now).toNanos();
    double seconds = (to - reached) / 1e9;
    if (seconds <= 0) {
      return;
    }
    replicaSeconds += replicas * seconds;
    podSeconds += pods * seconds;
    secondsAtMax += replicas == bound ? seconds : 0;
    demand
        .main()
        .walk(
            start,
            reached,
            to,
            (from, end, first, last, known) -> {
              if (known) {
                segment(from, end, first, last, ready);
              }
            });
    reached = to;
  }

  private void segment(long from, long to, double first, double last, int ready) {
    double slope = (last - first) / (to - from);
    double value = first;
    long at = from;
    while (at < to) {
      long end = Math.min(to, (at / MINUTE + 1) * MINUTE);
      double next = end == to ? last : first + slope * (end - from);
      withinMinute(at, (end - at) / 1e9, value, next, ready);
      at = end;
      value = next;
    }
  }

  private void withinMinute(long at, double seconds, double first, double last, int ready) {
    if (at / MINUTE != minute) {
      closeMinute();
      minute = at / MINUTE;
    }
    double units = (first + last) / 2 * seconds;
    asked += units;
    askedInMinute += units;
    if (capacityPerPod != null) {
      double limit = ready * capacityPerPod;
      if (Math.max(first, last) > limit * (1 + ROUNDING)) {
        addExcess(seconds, first - limit, last - limit);
      }
    }
  }

  /** Adds the positive part of a line. */
  private void addExcess(double seconds, double first, double last) {
    double lost = ExcessDemand.units(seconds, first, last);
    unmet += lost;
    unmetInMinute += lost;
    secondsUnmet += ExcessDemand.seconds(seconds, first, last);
  }

  private void closeMinute() {
    if (unmetInMinute > worstUnmet) {
      worstMinute = minute;
      worstUnmet = unmetInMinute;
      worstAsked = askedInMinute;
    }
    askedInMinute = 0;
    unmetInMinute = 0;
  }

  /** The unmet demand so far, in units times seconds. */
  double unmet() {
    return unmet;
  }

  /** The current figures, with those that are counted elsewhere. */
  VariantSummary summary(long ups, long downs, long flaps, long decisions, long failed) {
    closeMinute();
    double seconds = reached / 1e9;
    return new VariantSummary(
        fewest,
        seconds == 0 ? replicas : replicaSeconds / seconds,
        most,
        podSeconds / 3600,
        ups,
        downs,
        flaps,
        capacityPerPod == null ? null : unmetFigures(),
        Duration.ofNanos(Math.round(secondsAtMax * 1e9)),
        decisions,
        failed);
  }

  private VariantSummary.Unmet unmetFigures() {
    boolean none = worstUnmet == 0;
    return new VariantSummary.Unmet(
        asked == 0 ? 0 : unmet / asked,
        Duration.ofNanos(Math.round(secondsUnmet * 1e9)),
        none ? null : start.plusNanos(worstMinute * MINUTE),
        none ? 0 : worstUnmet / worstAsked);
  }
}
