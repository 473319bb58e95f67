package dev.hpa.cli.recommend;

import java.time.Duration;
import java.util.Set;

/**
 * What may be recommended.
 *
 * @param lowestMin the least minReplicas
 * @param highestMax the most maxReplicas
 * @param lowersMax whether maxReplicas may be lowered
 * @param properties what may be changed
 * @param resolution the time between two samples of the load, which says nothing about windows and
 *     policies that are not longer; zero if they are dense
 */
record SearchScope(
    int lowestMin,
    int highestMax,
    boolean lowersMax,
    Set<Property> properties,
    Duration resolution) {

  /** More replicas than the peak that maxReplicas leaves for a higher one, as a factor. */
  private static final double RESERVE = 1.25;

  SearchScope {
    properties = Set.copyOf(properties);
  }

  boolean has(Property property) {
    return properties.contains(property);
  }

  /**
   * The least maxReplicas.
   *
   * @param today the present one
   * @param peak the most replicas that the present setting had
   */
  int lowestMax(int today, int peak) {
    return lowersMax ? (int) Math.min(today, Math.ceil(RESERVE * peak)) : today;
  }

  /** Whether the load can say something about a time. */
  boolean resolves(int seconds) {
    return resolution.isZero() || seconds > resolution.toSeconds();
  }
}
