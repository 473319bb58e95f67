package dev.hpa.app.simulate;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Sums up over time what a variant costs and what it carries.
 *
 * <p>Between two calls of {@link #advance} the numbers of replicas and pods stand still, so their
 * integrals are products. The demand does not: it is taken in steps that end with the whole seconds
 * since the beginning, with the value of each step's middle, which is exact for straight lines.
 * What exceeds ready pods times capacity per pod is unmet. Used by one thread.
 */
final class Ledger {

  private static final long STEP = 1_000_000_000L;
  private static final long MINUTE = 60 * STEP;

  private final Instant start;
  private final Demand demand;
  private final @Nullable Double capacityPerPod;
  private final int bound;

  /** Up to where the sums reach, in nanoseconds since the start. */
  private long reached;

  private int replicas;
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
   * A ledger without entries.
   *
   * @param start from when on is counted
   * @param capacityPerPod in units of the demand; null when nobody knows
   * @param bound the upper bound of the autoscaler, in replicas
   * @param replicas the workload is set to at the start
   */
  Ledger(Instant start, Demand demand, @Nullable Double capacityPerPod, int bound, int replicas) {
    this.start = start;
    this.demand = demand;
    this.capacityPerPod = capacityPerPod;
    this.bound = bound;
    this.replicas = replicas;
    this.fewest = replicas;
    this.most = replicas;
  }

  /** The workload is set to another number from now on; to be called after {@link #advance}. */
  void replicas(int count) {
    replicas = count;
    fewest = Math.min(fewest, count);
    most = Math.max(most, count);
  }

  /**
   * Counts the time up to now.
   *
   * @param pods that have been there since the last call
   * @param ready pods that have been since
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
    while (reached < to) {
      long end = Math.min(to, (reached / STEP + 1) * STEP);
      step(end, ready);
      reached = end;
    }
  }

  private void step(long end, int ready) {
    double seconds = (end - reached) / 1e9;
    double units = demand.at(start.plusNanos(reached + (end - reached) / 2)) * seconds;
    double lost =
        capacityPerPod == null ? 0 : Math.max(0, units - ready * capacityPerPod * seconds);
    if (reached / MINUTE != minute) {
      closeMinute();
      minute = reached / MINUTE;
    }
    asked += units;
    askedInMinute += units;
    unmet += lost;
    unmetInMinute += lost;
    secondsUnmet += lost > 0 ? seconds : 0;
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

  /** What was not carried so far, in units times seconds. */
  double unmet() {
    return unmet;
  }

  /** The figures so far, with those that are counted elsewhere. */
  Summary summary(long ups, long downs, long flaps, long decisions, long failed) {
    closeMinute();
    double seconds = reached / 1e9;
    return new Summary(
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

  private Summary.Unmet unmetFigures() {
    boolean none = worstUnmet == 0;
    return new Summary.Unmet(
        asked == 0 ? 0 : unmet / asked,
        Duration.ofNanos(Math.round(secondsUnmet * 1e9)),
        none ? null : start.plusNanos(worstMinute * MINUTE),
        none ? 0 : worstUnmet / worstAsked);
  }
}
