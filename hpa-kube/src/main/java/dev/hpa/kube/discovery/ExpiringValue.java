package dev.hpa.kube.discovery;

import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A value from the server that expires at each whole multiple of a period since its creation,
 * regardless of its age. Failures are not cached.
 *
 * <p>Thread-safe; if several threads need the value at once, one requests it, and the others use
 * the previous one, if there is one: a slow server does not delay them.
 */
public final class ExpiringValue<T> {

  private final InstantSource clock;
  private final Duration period;
  private final Loader<T> loader;
  private final Instant start;
  private final Lock lock = new ReentrantLock();
  private volatile @Nullable Entry<T> cached;

  /** Requests the value from the server. */
  @FunctionalInterface
  public interface Loader<T> {
    T load() throws KubernetesApiException;
  }

  private record Entry<T>(long period, T value) {}

  public ExpiringValue(InstantSource clock, Duration period, Loader<T> loader) {
    this.clock = clock;
    this.period = period;
    this.loader = loader;
    this.start = clock.instant();
  }

  /** Returns the cached value, or requests it. */
  public T get() throws KubernetesApiException {
    Entry<T> current = current();
    if (current != null) {
      return current.value();
    }
    if (!lock.tryLock()) {
      Entry<T> before = cached;
      if (before != null) {
        return before.value();
      }
      lock.lock();
    }
    try {
      Entry<T> loaded = current();
      return loaded == null ? load() : loaded.value();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Entry<T> current() {
    Entry<T> entry = cached;
    return entry == null || entry.period() != periodsPassed() ? null : entry;
  }

  private T load() throws KubernetesApiException {
    long loadPeriod = periodsPassed();
    T value = loader.load();
    cached = new Entry<>(loadPeriod, value);
    return value;
  }

  private long periodsPassed() {
    return Duration.between(start, clock.instant()).toNanos() / period.toNanos();
  }
}
