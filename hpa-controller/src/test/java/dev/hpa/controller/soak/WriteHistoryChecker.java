package dev.hpa.controller.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks the scale writes of a cluster against what the API server knows: bounds, Lease, reads of
 * metrics and watches. It knows nothing of the controller's code.
 *
 * <p>Events are given in the order in which they happen; what can no longer matter is forgotten, so
 * that a history may be of any length. Every write MUST satisfy:
 *
 * <ul>
 *   <li>its count is within bounds that were in force when it was decided;
 *   <li>its writer holds the Lease, renewed within the lease duration;
 *   <li>its metric was read, unless the bounds alone require it;
 *   <li>watches were not refused for longer than the maximum cache staleness;
 *   <li>a scale-down is not below a recommendation within the stabilization window: what the metric
 *       is known to have recommended, a scale-up, or the count a new leader found.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class WriteHistoryChecker {

  /** Bounds the report. */
  private static final int MAX_VIOLATIONS = 100;

  private final Limits limits;
  private final Map<String, AutoscalerHistory> autoscalers = new HashMap<>();
  private final Map<String, Read> reads = new HashMap<>();
  private final Deque<Renewal> lease = new ArrayDeque<>();
  private final List<String> violations = new ArrayList<>();
  private @Nullable Instant refusedSince;
  private int writes;

  WriteHistoryChecker(Limits limits) {
    this.limits = limits;
  }

  /**
   * What is allowed.
   *
   * @param boundsAge how old the bounds may be by which a write is decided: the time after which a
   *     silent watch is noticed
   * @param decisionAge from a read of a shared metric to the write
   * @param leaseDuration of the Lease
   * @param staleLimit the maximum cache staleness
   * @param inFlight from the begin of a reconcile to its write where only watches fail
   */
  record Limits(
      Duration boundsAge,
      Duration decisionAge,
      Duration leaseDuration,
      Duration staleLimit,
      Duration inFlight) {

    /** For the defaults of the controller. */
    static final Limits DEFAULTS =
        new Limits(
            Duration.ofMinutes(4),
            Duration.ofMinutes(2),
            Duration.ofSeconds(15),
            Duration.ofMinutes(1),
            Duration.ofSeconds(20));
  }

  private record Read(String writer, Instant at, boolean isReadable) {}

  private record Renewal(Instant at, String holder) {}

  /** An autoscaler exists, with its target. */
  synchronized void added(
      String autoscaler,
      Instant at,
      MetricSource source,
      Duration window,
      ReplicaBounds bounds,
      int replicas) {
    AutoscalerHistory history = new AutoscalerHistory(source, window, replicas);
    history.bounded(at, bounds);
    autoscalers.put(autoscaler, history);
  }

  /** The bounds of an autoscaler have changed. */
  synchronized void bounded(String autoscaler, Instant at, ReplicaBounds bounds) {
    history(autoscaler).bounded(at, bounds);
  }

  /**
   * A metric was asked for.
   *
   * @param isReadable false when the answer certainly cannot be used
   */
  synchronized void read(String source, String writer, Instant at, boolean isReadable) {
    Read before = reads.get(source);
    boolean isOlder = before != null && before.at().isAfter(at);
    if (!isOlder) {
      reads.put(source, new Read(writer, at, isReadable));
    }
    if (isReadable) {
      reads.put(lastReadable(source), new Read(writer, at, true));
    }
  }

  private static String lastReadable(String source) {
    return source + " readable";
  }

  /** The leader certainly read a metric that recommends so many replicas. */
  synchronized void recommended(String autoscaler, Instant at, int replicas) {
    history(autoscaler).recommended(at, replicas);
  }

  /**
   * The Lease was written.
   *
   * @param holder empty when it was released
   */
  synchronized void lease(Instant at, String holder) {
    Renewal last = lease.peekLast();
    if (!holder.isEmpty() && !holder.equals(lastHolder())) {
      autoscalers.values().forEach(each -> each.restarted(at));
    }
    if (last == null || !last.at().equals(at) || !last.holder().equals(holder)) {
      lease.addLast(new Renewal(at, holder));
    }
    while (lease.size() > 1 && lease.getFirst().at().isBefore(at.minus(limits.boundsAge()))) {
      lease.removeFirst();
    }
  }

  private String lastHolder() {
    return lease.reversed().stream()
        .map(Renewal::holder)
        .filter(Predicate.not(String::isEmpty))
        .findFirst()
        .orElse("");
  }

  /** From now on no watch of pods is open, and none can be opened. */
  synchronized void watchesRefused(Instant at) {
    refusedSince = at;
  }

  /** Watches can be opened again. */
  synchronized void watchesServed() {
    refusedSince = null;
  }

  /** A scale was written. */
  synchronized void written(ScaleWrite write) {
    writes++;
    AutoscalerHistory history = history(write.autoscaler());
    List<ReplicaBounds> bounds =
        history.boundsSince(write.received().minus(limits.boundsAge())).toList();
    checkBounds(write, bounds);
    checkLease(write);
    checkStaleness(write);
    if (bounds.stream().noneMatch(each -> each.require(write.from(), write.to()))) {
      checkMetric(write, history);
      checkStabilization(write, history, bounds);
      if (write.to() > write.from()) {
        history.recommended(write.received(), write.to());
      }
    }
    history.scaled(write.to());
  }

  private void checkBounds(ScaleWrite write, List<ReplicaBounds> bounds) {
    if (bounds.stream().noneMatch(each -> each.contain(write.to()))) {
      violated(write, "outside its bounds " + bounds);
    }
  }

  private void checkLease(ScaleWrite write) {
    Renewal last = null;
    for (Renewal each : lease) {
      last = each.at().isAfter(write.received()) ? last : each;
    }
    if (last == null || !last.holder().equals(write.writer())) {
      violated(
          write,
          "without the Lease, which \"%s\" held".formatted(last == null ? "" : last.holder()));
    } else if (last.at().plus(limits.leaseDuration()).isBefore(write.received())) {
      violated(write, "after the Lease expired, which was renewed at " + last.at());
    }
  }

  private void checkStaleness(ScaleWrite write) {
    Instant since = refusedSince;
    if (since != null
        && write.received().isAfter(since.plus(limits.staleLimit()).plus(limits.inFlight()))) {
      violated(write, "from a stale cache: watches are refused since " + since);
    }
  }

  private void checkMetric(ScaleWrite write, AutoscalerHistory history) {
    MetricSource source = history.source();
    Read last = reads.get(source.isShared() ? lastReadable(source.name()) : source.name());
    if (last == null) {
      violated(write, "without a read of its metric");
    } else if (!last.isReadable()) {
      violated(write, "although its metric was not readable at " + last.at());
    } else if (!source.isShared() && !last.writer().equals(write.writer())) {
      violated(write, "although its metric was last read by " + last.writer());
    } else if (last.at().plus(limits.decisionAge()).isBefore(write.received())) {
      violated(write, "by a metric that was last readable at " + last.at());
    }
  }

  private void checkStabilization(
      ScaleWrite write, AutoscalerHistory history, List<ReplicaBounds> bounds) {
    int lowestMax = bounds.stream().mapToInt(ReplicaBounds::max).min().orElse(0);
    int least = Math.min(history.highestRecommendation(write.received()), lowestMax);
    if (write.to() < write.from() && write.to() < least) {
      violated(write, "although %d are recommended within its window".formatted(least));
    }
  }

  private AutoscalerHistory history(String autoscaler) {
    return Objects.requireNonNull(autoscalers.get(autoscaler), autoscaler);
  }

  private void violated(ScaleWrite write, String how) {
    if (violations.size() < MAX_VIOLATIONS) {
      violations.add(write + ": " + how);
    }
  }

  /** What is wrong, the first {@value #MAX_VIOLATIONS} writes of it. */
  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** All writes so far. */
  synchronized int writes() {
    return writes;
  }
}
