package dev.hpa.kube.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cache with a TTL; the least recently used entries are evicted when it is full. Thread-safe. */
public final class TtlCache<K, V> {

  private final InstantSource clock;
  private final Map<K, CachedValue<V>> entries;

  /**
   * @param capacity maximum number of entries
   */
  public TtlCache(InstantSource clock, int capacity) {
    this.clock = clock;
    this.entries = new LruMap<>(capacity);
  }

  private record CachedValue<V>(V value, Instant expiry) {}

  /** The cached value; null if there is none or it has expired. */
  public synchronized @Nullable V get(K key) {
    CachedValue<V> entry = entries.get(key);
    return entry == null || !entry.expiry().isAfter(clock.instant()) ? null : entry.value();
  }

  /** Whether there is an entry, possibly expired. */
  public synchronized boolean contains(K key) {
    return entries.containsKey(key);
  }

  /** Replaces an entry; caches nothing if the time is not positive. */
  public synchronized void put(K key, V value, Duration ttl) {
    entries.remove(key);
    if (ttl.isPositive()) {
      entries.put(key, new CachedValue<>(value, clock.instant().plus(ttl)));
    }
  }
}
