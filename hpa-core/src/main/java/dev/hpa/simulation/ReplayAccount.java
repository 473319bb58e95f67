package dev.hpa.simulation;

import java.time.Duration;
import java.time.Instant;

/**
 * Adds up what a replay costs and serves. Times are milliseconds since the start of the load. Used
 * by one thread.
 */
final class ReplayAccount {
  /** Excess demand below this share of the capacity is a rounding error. */
  private static final double ROUNDING = 1e-9;

  private static final long MINUTE = 60_000;

  /** The parts of the capacity for which unserved demand is added up. */
  private static final double[] PARTS = {1, 0.9, 0.75};

  private final Instant start;
  private final double capacity;
  private final long opened;
  private final FlapCounter flaps = new FlapCounter(FlapCounter.DEFAULT_WINDOW);
  private long millis;
  private double podSeconds;
  private double asked;
  private final double[] unserved = new double[PARTS.length];
  private double secondsUnserved;
  private double seconds;
  private double missing;
  private double secondsMissing;
  private double spare;
  private double secondsSpare;
  private long minute;
  private double askedInMinute;
  private double unservedInMinute;
  private long worstMinute;
  private double mostUnserved;
  private double askedInWorst;
  private long millisAtMax;
  private int peak;
  private int scaleEvents;
  private int syncs;
  private int failed;

  /**
   * @param start the start of the load
   * @param capacity the demand that a ready pod serves; NaN if unknown
   * @param opened the start of the counted time
   */
  ReplayAccount(Instant start, double capacity, long opened, int replicas) {
    this.start = start;
    this.capacity = capacity;
    this.opened = opened;
    this.peak = replicas;
  }

  /**
   * Adds a time in which nothing changes but the demand, which is linear.
   *
   * @param first the demand at its start; NaN if unknown
   * @param last the demand just before its end
   * @param isLimited whether the metrics ask for more than the upper bound
   */
  void advance(long from, long to, PodFleet pods, double first, double last, boolean isLimited) {
    long length = to - from;
    millis += length;
    podSeconds += pods.existing() * (length / 1e3);
    millisAtMax += isLimited ? length : 0;
    if (Double.isNaN(first) || Double.isNaN(last)) {
      return;
    }
    long at = from;
    double value = first;
    while (at < to) {
      long end = Math.min(to, opened + ((at - opened) / MINUTE + 1) * MINUTE);
      double next = end == to ? last : first + (last - first) * (end - from) / length;
      withinMinute(at, (end - at) / 1e3, value, next, pods.ready());
      at = end;
      value = next;
    }
  }

  private void withinMinute(long at, double seconds, double first, double last, int ready) {
    long current = (at - opened) / MINUTE;
    if (current != minute) {
      closeMinute();
      minute = current;
    }
    double units = (first + last) / 2 * seconds;
    asked += units;
    askedInMinute += units;
    compare(seconds, ready, Math.max(1, Math.ceil(units / seconds / capacity * (1 - ROUNDING))));
    for (int i = 0; i < PARTS.length; i++) {
      double served = ready * capacity * PARTS[i];
      if (Math.max(first, last) > served * (1 + ROUNDING)) {
        double lost = ExcessDemand.units(seconds, first - served, last - served);
        unserved[i] += lost;
        if (i == 0) {
          unservedInMinute += lost;
          secondsUnserved += ExcessDemand.seconds(seconds, first - served, last - served);
        }
      }
    }
  }

  /**
   * @param needed the pods that serve the average demand
   */
  private void compare(double length, int ready, double needed) {
    double difference = (ready - needed) / needed * length;
    seconds += length;
    if (difference < 0) {
      missing -= difference;
      secondsMissing += length;
    } else if (difference > 0) {
      spare += difference;
      secondsSpare += length;
    }
  }

  private void closeMinute() {
    if (unservedInMinute > mostUnserved) {
      worstMinute = minute;
      mostUnserved = unservedInMinute;
      askedInWorst = askedInMinute;
    }
    askedInMinute = 0;
    unservedInMinute = 0;
  }

  /** The unserved demand so far, in units times seconds; 0 if the capacity is unknown. */
  double unserved() {
    return unserved[0];
  }

  void synced(boolean isFailed) {
    syncs++;
    failed += isFailed ? 1 : 0;
  }

  void scaled(Instant at, int from, int to) {
    scaleEvents++;
    flaps.add(at, to > from);
    peak = Math.max(peak, to);
  }

  /** The figures, once nothing follows. */
  ReplayFigures figures() {
    closeMinute();
    return new ReplayFigures(
        Duration.ofMillis(millis),
        podSeconds / 3600,
        share(0),
        share(1),
        share(2),
        Duration.ofNanos(Math.round(secondsUnserved * 1e9)),
        Double.isNaN(capacity) || seconds == 0
            ? null
            : new ReplayFigures.Elasticity(
                missing / seconds,
                secondsMissing / seconds,
                spare / seconds,
                secondsSpare / seconds),
        mostUnserved == 0
            ? null
            : new ReplayFigures.Minute(
                start.plusMillis(opened + worstMinute * MINUTE), mostUnserved / askedInWorst),
        scaleEvents,
        flaps.flaps(),
        peak,
        millis == 0 ? 0 : (double) millisAtMax / millis,
        syncs,
        failed);
  }

  private double share(int part) {
    return Double.isNaN(capacity) ? Double.NaN : asked == 0 ? 0 : unserved[part] / asked;
  }
}
