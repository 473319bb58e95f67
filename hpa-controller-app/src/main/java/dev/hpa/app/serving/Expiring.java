package dev.hpa.app.serving;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cache with a TTL; the oldest entries are evicted when it is full. Thread-safe. */
final class Expiring<K, V> {

  private static final int KEPT = 1024;

  private final InstantSource clock;
  private final Map<K, Kept<V>> kept =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Kept<V>> eldest) {
          return size() > KEPT;
        }
      };

  Expiring(InstantSource clock) {
    this.clock = clock;
  }

  private record Kept<V>(V value, Instant until) {}

  /** The cached value; null if there is none or it has expired. */
  synchronized @Nullable V get(K key) {
    Kept<V> known = kept.get(key);
    return known == null || !known.until().isAfter(clock.instant()) ? null : known.value();
  }

  /** Whether there is an entry, possibly expired. */
  synchronized boolean knew(K key) {
    return kept.containsKey(key);
  }

  synchronized void put(K key, V value, Duration ttl) {
    kept.remove(key);
    if (ttl.isPositive()) {
      kept.put(key, new Kept<>(value, clock.instant().plus(ttl)));
    }
  }
}
