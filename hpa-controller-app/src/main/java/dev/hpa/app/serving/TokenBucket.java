package dev.hpa.app.serving;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A token bucket rate limiter. Thread-safe. */
final class TokenBucket {

  private final Duration token;
  private final int burst;
  private final InstantSource clock;
  private Instant free;

  /**
   * @param perSecond sustained rate, more than 0
   * @param burst bucket size, more than 0
   */
  TokenBucket(int perSecond, int burst, InstantSource clock) {
    this.token = Duration.ofSeconds(1).dividedBy(perSecond);
    this.burst = burst;
    this.clock = clock;
    this.free = clock.instant().minus(token.multipliedBy(burst - 1L));
  }

  /** Takes a token if there is one. */
  synchronized boolean take() {
    Instant now = clock.instant();
    Instant full = now.minus(token.multipliedBy(burst - 1L));
    Instant mine = free.isBefore(full) ? full : free;
    if (mine.isAfter(now)) {
      return false;
    }
    free = mine.plus(token);
    return true;
  }
}
