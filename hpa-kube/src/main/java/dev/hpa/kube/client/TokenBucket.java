package dev.hpa.kube.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * A rate limit: a bucket of tokens, represented by the time at which the next token is free. Each
 * token that is taken advances it by the time of one token, and it is never earlier than that of a
 * full bucket. Thread-safe.
 */
public final class TokenBucket {

  private static final Duration FOREVER = Duration.ofDays(365_000);

  /** Time after which a token is returned to the bucket, at the moment. */
  private final Supplier<Duration> token;

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
    Duration each = Duration.ofNanos((long) (1e9 / perSecond));
    this(() -> each, each.multipliedBy(burst - 1L), clock);
  }

  /**
   * A full bucket with a rate that may change.
   *
   * @param token time after which a token is returned, at the moment
   * @param filling time in which an empty bucket is filled, without the last token
   */
  public TokenBucket(Supplier<Duration> token, Duration filling, InstantSource clock) {
    this.token = token;
    this.filling = filling;
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
    free = next.plus(token.get().multipliedBy(number));
    return true;
  }

  /** Takes a token, and returns how long to wait for it. */
  Duration reserve() {
    return reserve(FOREVER);
  }

  /**
   * Takes a token, and returns how long to wait for it; takes none, and returns the longest time,
   * if that would be longer.
   */
  public synchronized Duration reserve(Duration longest) {
    Instant now = clock.instant();
    Instant next = next(now);
    if (next.isAfter(now.plus(longest))) {
      return longest;
    }
    free = next.plus(token.get());
    return next.isAfter(now) ? Duration.between(now, next) : Duration.ZERO;
  }

  /** Whether all tokens are there, as in a new one. */
  public synchronized boolean isFull() {
    return free.isBefore(clock.instant().minus(filling));
  }

  /** Returns a token that was reserved and is not used. */
  synchronized void giveBack() {
    free = free.minus(token.get());
  }

  private Instant next(Instant now) {
    Instant full = now.minus(filling);
    return free.isBefore(full) ? full : free;
  }
}
