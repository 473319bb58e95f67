package dev.hpa.controller.events;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that evicts the least recently used entry above upstream's 4,096 entries. Not thread-safe.
 */
final class LruCache<K, V> extends LinkedHashMap<K, V> {

  static final int ENTRIES = 4096;

  private static final long serialVersionUID = 1;

  LruCache() {
    super(64, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > ENTRIES;
  }
}
