package dev.hpa.app.controller;

import dev.hpa.core.History;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is remembered of each autoscaler between its cycles, by {@code namespace/name}. Thread-safe.
 */
public final class Histories {

  private final Map<String, History> histories = new ConcurrentHashMap<>();

  History of(String key) {
    return histories.getOrDefault(key, History.EMPTY);
  }

  void put(String key, History history) {
    histories.put(key, history);
  }

  /** Forgets an autoscaler that is gone. */
  public void remove(String key) {
    histories.remove(key);
  }
}
