package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Syncs all autoscalers of a namespace together, because they share reads, and namespaces spread
 * over the period, in {@value #OFFSETS} groups. The offset of a namespace follows from its name, so
 * that it is the same after every start.
 *
 * @param period from one sync of a namespace to the next
 * @param interval twice the minimum time between two syncs of an autoscaler
 */
record NamespaceStagger(Duration period, Duration interval) implements SyncSchedule {

  /** Leaves time to reconcile the last namespace within one period of the start. */
  private static final double SHARE_OF_PERIOD = 0.6;

  /** First syncs are spread over at least this share of the period. */
  private static final double MIN_SHARE_OF_PERIOD = 0.25;

  /**
   * The number of offsets. Namespaces with the same one are reconciled together: with 1,000
   * autoscalers an offset for each namespace costs 1.4 times the CPU, presumably because the caches
   * of the processor hold other data after each pause.
   */
  private static final int OFFSETS = 15;

  /** The offset of a namespace as a share of the period; from 0 up to, but excluding, 1. */
  private static double offset(String namespace) {
    long hash = (namespace.hashCode() * 0x9E37_79B9_7F4A_7C15L) >>> 32;
    return (double) ((hash * OFFSETS) >>> 32) / OFFSETS;
  }

  @Override
  public Duration next(String namespace, Instant now) {
    return Duration.between(now, slot(namespace, now.plusNanos(interval.toNanos() / 2)));
  }

  /** The first slot of a namespace at or after a time. */
  Instant slot(String namespace, Instant least) {
    Instant some = Instant.EPOCH.plus(share(period, offset(namespace)));
    long missing = Duration.between(some, least).toNanos();
    long nanos = period.toNanos();
    return some.plusNanos(nanos * Math.ceilDiv(missing, nanos));
  }

  @Override
  public boolean awaitsCaches() {
    return true;
  }

  @Override
  public Duration first(String namespace, Instant start, Instant now) {
    Duration left = share(period, SHARE_OF_PERIOD).minus(Duration.between(start, now));
    Duration least = share(period, MIN_SHARE_OF_PERIOD);
    return share(left.compareTo(least) < 0 ? least : left, offset(namespace));
  }

  private static Duration share(Duration whole, double share) {
    return Duration.ofNanos((long) (whole.toNanos() * share));
  }
}
