package dev.hpa.kube.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A rate limit: a bucket of tokens, represented by the time at which the next token is free. Each
 * token that is taken advances it by the time of one token, and it is never earlier than that of a
 * full bucket. Thread-safe.
 */
public final class TokenBucket {

  /** Time after which a token is returned to the bucket. */
  private final Duration token;

  /** Time in which an empty bucket is filled, without the last token. */
  private final Duration filling;

  private final InstantSource clock;
  private Instant free = Instant.MIN;

  /**
   * A full bucket.
   *
   * @param perSecond sustained rate, more than 0
   * @param burst size of the bucket, more than 0
   */
  public TokenBucket(double perSecond, int burst, InstantSource clock) {
    this.token = Duration.ofNanos((long) (1e9 / perSecond));
    this.filling = token.multipliedBy(burst - 1L);
    this.clock = clock;
  }

  /** Takes a token if there is one. */
  public boolean take() {
    return take(1);
  }

  /** Takes a number of tokens if there is one; later calls wait until the others are back too. */
  public synchronized boolean take(int number) {
    Instant now = clock.instant();
    Instant next = next(now);
    if (next.isAfter(now)) {
      return false;
    }
    free = next.plus(token.multipliedBy(number));
    return true;
  }

  /** Takes a token, and returns how long to wait for it; not positive if there is one now. */
  synchronized Duration reserve() {
    Instant now = clock.instant();
    Instant next = next(now);
    free = next.plus(token);
    return Duration.between(now, next);
  }

  /** Returns a token that was reserved and is not used. */
  synchronized void giveBack() {
    free = free.minus(token);
  }

  private Instant next(Instant now) {
    Instant full = now.minus(filling);
    return free.isBefore(full) ? full : free;
  }
}
