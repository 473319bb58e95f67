package dev.hpa.kube.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that evicts the least recently used entry when it is full. Not thread-safe. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1;

  private final int capacity;

  /**
   * @param capacity maximum number of entries
   */
  public LruMap(int capacity) {
    super(16, 0.75f, true);
    this.capacity = capacity;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > capacity;
  }
}
