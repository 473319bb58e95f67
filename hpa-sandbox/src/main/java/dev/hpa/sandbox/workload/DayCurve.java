package dev.hpa.sandbox.workload;

import java.time.Duration;

/**
 * The load of a day, from midnight on: lowest before dawn, rising in the morning, with a dip at
 * lunch and its peak in the evening. Between the knots it follows half waves of a cosine, so that
 * it has no corners.
 *
 * @param min the least, in millicores
 * @param max the most, in millicores
 * @param period how long the day is
 */
record DayCurve(double min, double max, Duration period) implements LoadProfile {

  /** Hours of the day, and how far between the least and the most the load is then. */
  private static final double[] HOURS = {0, 4, 7, 10.5, 13, 15.5, 17.5, 20, 22, 24};

  private static final double[] LEVELS = {0.15, 0, 0.2, 0.75, 0.55, 0.8, 0.7, 1, 0.5, 0.15};

  @Override
  public double milliCoresAt(Duration sinceStart) {
    double length = period.toNanos();
    double hour = 24 * (sinceStart.toNanos() % length) / length;
    int knot = 0;
    while (knot < HOURS.length - 2 && hour >= HOURS[knot + 1]) {
      knot++;
    }
    double part = (hour - HOURS[knot]) / (HOURS[knot + 1] - HOURS[knot]);
    double smooth = (1 - Math.cos(Math.PI * part)) / 2;
    double level = LEVELS[knot] + (LEVELS[knot + 1] - LEVELS[knot]) * smooth;
    return min + (max - min) * level;
  }
}
