package dev.hpa.simulation;

import java.time.Duration;
import java.time.Instant;

/** Adds up what a replay costs and serves. Used by one thread. */
final class ReplayAccount {
  /** Excess demand below this share of the capacity is a rounding error. */
  private static final double ROUNDING = 1e-9;

  /** The parts of the capacity for which unserved demand is added up. */
  private static final double[] PARTS = {1, 0.9, 0.75};

  private final double capacity;
  private final FlapCounter flaps = new FlapCounter(FlapCounter.DEFAULT_WINDOW);
  private long millis;
  private double podSeconds;
  private double asked;
  private final double[] unserved = new double[PARTS.length];
  private long millisAtMax;
  private int peak;
  private int scaleEvents;
  private int syncs;
  private int failed;

  /**
   * @param capacity the demand that a ready pod serves; NaN if unknown
   */
  ReplayAccount(double capacity, int replicas) {
    this.capacity = capacity;
    this.peak = replicas;
  }

  /**
   * Adds a time in which nothing changes but the demand, which is linear.
   *
   * @param first the demand at its start; NaN if unknown
   */
  void advance(long length, PodFleet pods, double first, double last, boolean isAtMax) {
    double seconds = length / 1e3;
    millis += length;
    podSeconds += pods.existing() * seconds;
    millisAtMax += isAtMax ? length : 0;
    if (Double.isNaN(first) || Double.isNaN(last)) {
      return;
    }
    asked += (first + last) / 2 * seconds;
    for (int i = 0; i < PARTS.length; i++) {
      double served = pods.ready() * capacity * PARTS[i];
      if (Math.max(first, last) > served * (1 + ROUNDING)) {
        unserved[i] += ExcessDemand.units(seconds, first - served, last - served);
      }
    }
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

  ReplayFigures figures() {
    return new ReplayFigures(
        Duration.ofMillis(millis),
        podSeconds / 3600,
        share(0),
        share(1),
        share(2),
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
