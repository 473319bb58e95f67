package dev.hpa.dashboard;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.Limit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The autoscalers that changed, each with the number of its last change. Thread-safe. */
final class ChangeLog {

  private final Map<NamespacedName, Long> numbers = new HashMap<>();
  private final NavigableMap<Long, NamespacedName> keys = new TreeMap<>();
  private long last;

  /** A change; numbers ascend. */
  record Change(long number, NamespacedName key) {}

  synchronized void add(NamespacedName key) {
    last++;
    Long before = numbers.put(key, last);
    if (before != null) {
      keys.remove(before);
    }
    keys.put(last, key);
  }

  /** The number of the last change; 0 before the first. */
  synchronized long last() {
    return last;
  }

  /** The changes after a number up to another that are the last of their keys, the first first. */
  synchronized List<Change> between(long after, long until) {
    return keys.subMap(after, false, until, true).entrySet().stream()
        .limit(Limit.FEED_CHANGES.asInt())
        .map(each -> new Change(each.getKey(), each.getValue()))
        .toList();
  }

  /** Forgets the changes up to a number. */
  synchronized void removeUntil(long number) {
    Map<Long, NamespacedName> known = keys.headMap(number, true);
    known.values().forEach(numbers::remove);
    known.clear();
  }
}
