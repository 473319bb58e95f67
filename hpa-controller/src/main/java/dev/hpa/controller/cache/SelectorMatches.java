package dev.hpa.controller.cache;

import com.google.common.collect.MapMaker;
import dev.hpa.api.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which selectors of a namespace match which labels of its pods. Each pair is compared once: when
 * the selector changes, or when the labels are seen for the first time. Otherwise a tenant with
 * many autoscalers and many pods that differ would have all pairs compared at each sync.
 * Autoscalers with equal selectors share one, which may be large.
 *
 * <p>Not thread-safe.
 */
final class SelectorMatches {

  /** By number; null where no autoscaler has the selector any more. */
  private final List<@Nullable Entry> entries = new ArrayList<>();

  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<Selector, Entry> bySelector = new HashMap<>();
  private final Map<String, Entry> byName = new HashMap<>();

  /**
   * By identity, because equal labels of pods are mostly the same object, and only as long as a pod
   * has them: labels that are patched in a loop may be large.
   */
  private final Map<Map<String, String>, Matching> byLabels =
      new MapMaker().concurrencyLevel(1).weakKeys().makeMap();

  private long query;

  /**
   * A selector.
   *
   * @param names the autoscalers that have it
   */
  private record Entry(int number, Selector selector, Set<String> names) {}

  /** The numbers of the selectors that match a set of labels. */
  private static final class Matching {
    final BitSet numbers = new BitSet();
    long lastQuery;
  }

  /**
   * Sets the selector of an autoscaler.
   *
   * @return the selector or an equal one, to be kept in its place
   */
  Selector put(String name, Selector selector) {
    Entry before = byName.get(name);
    if (before != null && before.selector().equals(selector)) {
      return before.selector();
    }
    remove(name);
    Entry entry = bySelector.get(selector);
    if (entry == null) {
      entry = added(selector);
    }
    entry.names().add(name);
    byName.put(name, entry);
    return entry.selector();
  }

  private Entry added(Selector selector) {
    Integer unused = free.poll();
    int number = unused == null ? entries.size() : unused;
    Entry entry = new Entry(number, selector, new TreeSet<>());
    if (unused == null) {
      entries.add(entry);
    } else {
      entries.set(number, entry);
    }
    bySelector.put(selector, entry);
    byLabels.forEach((labels, matching) -> matching.numbers.set(number, selector.matches(labels)));
    return entry;
  }

  /** Removes an autoscaler if it is there. */
  void remove(String name) {
    Entry entry = byName.remove(name);
    if (entry != null && entry.names().remove(name) && entry.names().isEmpty()) {
      bySelector.remove(entry.selector());
      entries.set(entry.number(), null);
      free.add(entry.number());
    }
  }

  /** The names of the autoscalers whose selectors match any of the pods, sorted. */
  Set<String> matching(Collection<CachedPod> pods) {
    query++;
    BitSet all = new BitSet(entries.size());
    for (CachedPod pod : pods) {
      Matching matching = matching(pod.labels());
      if (matching.lastQuery != query) {
        matching.lastQuery = query;
        all.or(matching.numbers);
      }
    }
    Set<String> names = new TreeSet<>();
    for (int i = all.nextSetBit(0); i >= 0; i = all.nextSetBit(i + 1)) {
      Entry entry = entries.get(i);
      if (entry != null) {
        names.addAll(entry.names());
      }
    }
    return names;
  }

  private Matching matching(Map<String, String> labels) {
    Matching known = byLabels.get(labels);
    if (known != null) {
      return known;
    }
    Matching matching = new Matching();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry != null && entry.selector().matches(labels)) {
        matching.numbers.set(i);
      }
    }
    byLabels.put(labels, matching);
    return matching;
  }
}
