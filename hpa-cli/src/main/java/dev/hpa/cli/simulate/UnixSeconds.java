package dev.hpa.cli.simulate;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Times in seconds of the Unix epoch. */
final class UnixSeconds {

  /** Larger numbers are not seconds: as seconds they would be after 2255. */
  private static final BigDecimal LAST = BigDecimal.valueOf(9_000_000_000L);

  /** What to say about a number that is too large. */
  static final String TOO_LARGE = "is too large for seconds; are they milliseconds?";

  private UnixSeconds() {}

  /** The digits before the point of {@link #LAST}. */
  private static final int MAX_DIGITS = 10;

  /** Smaller parts of a second than those of {@link Duration}. */
  private static final int NONE = -20;

  /** The time since the epoch; empty if the number is too large for seconds. */
  static Optional<Duration> since(BigDecimal seconds) {
    // A power of ten is written in a few characters, and takes gigabytes as a whole number.
    long digits = (long) seconds.precision() - seconds.scale();
    if (digits < NONE) {
      return Optional.of(Duration.ZERO);
    }
    return digits > MAX_DIGITS || seconds.compareTo(LAST) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(seconds.movePointRight(9).toBigInteger().longValue()));
  }
}
