package dev.hpa.kube.discovery;

import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A value from the server that expires at each whole multiple of a period since the creation of the
 * cache, regardless of its age. Failures are not cached.
 *
 * <p>Thread-safe; if several threads need the value at once, one requests it.
 */
public final class ExpiringValue<T> {

  private final InstantSource clock;
  private final Duration period;
  private final Question<T> question;
  private final Instant start;
  private final Lock lock = new ReentrantLock();
  private volatile @Nullable Answer<T> known;

  /** Requests the value from the server. */
  @FunctionalInterface
  public interface Question<T> {
    T ask() throws KubernetesApiException;
  }

  private record Answer<T>(long period, T value) {}

  public ExpiringValue(InstantSource clock, Duration period, Question<T> question) {
    this.clock = clock;
    this.period = period;
    this.question = question;
    this.start = clock.instant();
  }

  /** Returns the cached value, or requests it. */
  public T get() throws KubernetesApiException {
    Answer<T> current = current();
    if (current != null) {
      return current.value();
    }
    lock.lock();
    try {
      Answer<T> others = current();
      return others == null ? ask() : others.value();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Answer<T> current() {
    Answer<T> answer = known;
    return answer == null || answer.period() != periodsPassed() ? null : answer;
  }

  private T ask() throws KubernetesApiException {
    long asked = periodsPassed();
    T value = question.ask();
    known = new Answer<>(asked, value);
    return value;
  }

  private long periodsPassed() {
    return Duration.between(start, clock.instant()).dividedBy(period);
  }
}
