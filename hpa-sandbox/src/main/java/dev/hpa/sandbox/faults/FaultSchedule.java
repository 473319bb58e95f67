package dev.hpa.sandbox.faults;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * When, and how often, a fault strikes the requests it may strike. The n-th of them is struck or
 * not whoever asks and whenever, so that a run with the same requests goes the same way.
 *
 * @param share the chance of each, from 0 to 1
 * @param first only so many from the first on; 0 for all
 * @param every only every so-manieth, the first of them as the count says; 0 for all
 * @param after how long after the fault was added it begins
 * @param lasting how long it lasts then; null for ever
 * @param seed what chance depends on; null for a seed of the fault's own
 */
record FaultSchedule(
    double share,
    long first,
    long every,
    Duration after,
    @Nullable Duration lasting,
    @Nullable Long seed) {

  static FaultSchedule read(Settings settings) {
    return new FaultSchedule(
        settings.share("share"),
        settings.count("first"),
        settings.count("every"),
        settings.durationOr("after", Duration.ZERO),
        settings.duration("for"),
        settings.number("seed"));
  }

  /** Only when it begins and how long it lasts, of a fault that does not strike requests. */
  static FaultSchedule readTimes(Settings settings) {
    return new FaultSchedule(
        1, 0, 0, settings.durationOr("after", Duration.ZERO), settings.duration("for"), null);
  }

  boolean include(Duration sinceAdded) {
    return sinceAdded.compareTo(after) >= 0
        && (lasting == null || sinceAdded.compareTo(after.plus(lasting)) < 0);
  }

  /**
   * Whether a request is struck.
   *
   * @param n which of those the fault may strike it is, counted from 1
   * @param ownSeed in the absence of another
   */
  boolean strikes(long n, long ownSeed) {
    if ((first > 0 && n > first) || (every > 0 && n % every != 0)) {
      return false;
    }
    return share >= 1 || chance(n, seed == null ? ownSeed : seed) < share;
  }

  private static double chance(long n, long seed) {
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + n).nextDouble();
  }
}
