package dev.hpa.sandbox.workload;

import java.time.Duration;

/**
 * The load of one day from midnight on: lowest before dawn, rising in the morning, with a dip at
 * lunch and the peak in the evening. Half cosine waves interpolate between the points.
 *
 * @param min the minimum in millicores
 * @param max the maximum in millicores
 * @param period the length of the day
 */
record DailyLoadProfile(double min, double max, Duration period) implements LoadProfile {

  /** Hours of the day, and the load at that hour from 0 (minimum) to 1 (maximum). */
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
