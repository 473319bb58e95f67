package dev.hpa.sandbox.faults;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of the matching requests a fault affects. The decision for the n-th request depends
 * on n and the seed only, so that runs with the same requests are reproducible.
 *
 * @param probability the probability for each request, from 0 to 1
 * @param first affects only the first N matching requests; 0 for all
 * @param every affects every Nth matching request; 0 for all
 * @param after the delay from adding the fault to its start
 * @param lasting how long the fault is active; null for no end
 * @param seed the seed of the probability; null for the fault's own
 */
record FaultSchedule(
    double probability,
    long first,
    long every,
    Duration after,
    @Nullable Duration lasting,
    @Nullable Long seed) {

  static FaultSchedule read(FaultSettings settings) {
    return new FaultSchedule(
        settings.probability("probability"),
        settings.count("first"),
        settings.count("every"),
        settings.durationOr("after", Duration.ZERO),
        settings.duration("for"),
        settings.number("seed"));
  }

  /** Reads only the start and the duration, for faults that do not match requests. */
  static FaultSchedule readTimes(FaultSettings settings) {
    return new FaultSchedule(
        1, 0, 0, settings.durationOr("after", Duration.ZERO), settings.duration("for"), null);
  }

  boolean isActive(Duration sinceAdded) {
    return sinceAdded.compareTo(after) >= 0
        && (lasting == null || sinceAdded.compareTo(after.plus(lasting)) < 0);
  }

  /**
   * Whether the fault affects a request.
   *
   * @param n the number of the request among the matching ones, from 1
   * @param ownSeed the seed if none is set
   */
  boolean affects(long n, long ownSeed) {
    if ((first > 0 && n > first) || (every > 0 && n % every != 0)) {
      return false;
    }
    return probability >= 1 || random(n, seed == null ? ownSeed : seed) < probability;
  }

  private static double random(long n, long seed) {
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + n).nextDouble();
  }
}
