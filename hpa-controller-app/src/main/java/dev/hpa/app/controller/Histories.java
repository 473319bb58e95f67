package dev.hpa.app.controller;

import dev.hpa.core.History;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is remembered of each autoscaler between its cycles, by {@code namespace/name}. Thread-safe.
 */
public final class Histories {

  private final Map<String, History> histories = new ConcurrentHashMap<>();

  /** What is known of an autoscaler; nothing when it has not been decided about. */
  public History of(String key) {
    return histories.getOrDefault(key, History.EMPTY);
  }

  /** Remembers what a decision left behind. */
  public void put(String key, History history) {
    histories.put(key, history);
  }

  /** Forgets an autoscaler that is gone. */
  public void remove(String key) {
    histories.remove(key);
  }
}
