package dev.hpa.app.serving;

import dev.hpa.kube.client.LruMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cache with a TTL; the least recently used entries are evicted when it is full. Thread-safe. */
final class TtlCache<K, V> {

  private static final int MAX_ENTRIES = 1024;

  private final InstantSource clock;
  private final Map<K, CachedValue<V>> entries = new LruMap<>(MAX_ENTRIES);

  TtlCache(InstantSource clock) {
    this.clock = clock;
  }

  private record CachedValue<V>(V value, Instant expiry) {}

  /** The cached value; null if there is none or it has expired. */
  synchronized @Nullable V get(K key) {
    CachedValue<V> entry = entries.get(key);
    return entry == null || !entry.expiry().isAfter(clock.instant()) ? null : entry.value();
  }

  /** Whether there is an entry, possibly expired. */
  synchronized boolean contains(K key) {
    return entries.containsKey(key);
  }

  synchronized void put(K key, V value, Duration ttl) {
    entries.remove(key);
    if (ttl.isPositive()) {
      entries.put(key, new CachedValue<>(value, clock.instant().plus(ttl)));
    }
  }
}
