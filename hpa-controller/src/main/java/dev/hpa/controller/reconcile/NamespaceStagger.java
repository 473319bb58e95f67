package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Each namespace has a moment of its own in every period, because its autoscalers share reads, and
 * not all shall come at once. The moments lie evenly by the namespaces' names and are the same
 * after every start.
 */
record NamespaceStagger(Duration period) {

  /** What is left for the last of the first looks to be decided within a period of the start. */
  private static final double SHARE_OF_PERIOD = 0.6;

  /** First looks do not come closer together than within so much of a period. */
  private static final double LEAST_SHARE_OF_PERIOD = 0.25;

  /** Where in the period the moment of a namespace is; 0 up to, but not including, 1. */
  private static double place(String namespace) {
    return ((namespace.hashCode() * 0x9E37_79B9_7F4A_7C15L) >>> 32) / (double) (1L << 32);
  }

  /** The first moment of a namespace at some time or later. */
  Instant next(String namespace, Instant least) {
    Instant some = Instant.EPOCH.plus(share(period, place(namespace)));
    long missing = Duration.between(some, least).toNanos();
    return some.plus(period.multipliedBy(Math.ceilDiv(missing, period.toNanos())));
  }

  /**
   * How long the first look at the autoscalers of a namespace waits after a start.
   *
   * @param start when the program began to fill its caches
   * @param now when they are full
   */
  Duration first(String namespace, Instant start, Instant now) {
    Duration left = share(period, SHARE_OF_PERIOD).minus(Duration.between(start, now));
    Duration least = share(period, LEAST_SHARE_OF_PERIOD);
    return share(left.compareTo(least) < 0 ? least : left, place(namespace));
  }

  private static Duration share(Duration whole, double share) {
    return Duration.ofNanos((long) (whole.toNanos() * share));
  }
}
