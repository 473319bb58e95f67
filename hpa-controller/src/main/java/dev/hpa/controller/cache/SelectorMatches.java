package dev.hpa.controller.cache;

import dev.hpa.api.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which selectors of a namespace match which labels of its pods. Each pair is compared once: when
 * the selector changes, or when the labels are seen for the first time. Otherwise a tenant with
 * many autoscalers and many pods that differ would have all pairs compared at each sync.
 *
 * <p>Not thread-safe.
 */
final class SelectorMatches {

  /** Labels that may stay although no pod has them any more, in addition to as many as are used. */
  private static final int UNUSED = 64;

  /** By number; null where an autoscaler was removed. */
  private final List<@Nullable Entry> entries = new ArrayList<>();

  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** By identity, because equal labels of pods are mostly the same object. */
  private final IdentityHashMap<Map<String, String>, Matching> byLabels = new IdentityHashMap<>();

  private long query;
  private int usedAtLastSweep;

  private record Entry(String name, Selector selector) {}

  /** The numbers of the selectors that match a set of labels. */
  private static final class Matching {
    final BitSet numbers = new BitSet();
    long lastQuery;
  }

  /** Sets the selector of an autoscaler. */
  void put(String name, Selector selector) {
    Integer known = numbers.get(name);
    int number = known == null ? nextNumber() : known;
    numbers.put(name, number);
    entries.set(number, new Entry(name, selector));
    byLabels.forEach((labels, matching) -> matching.numbers.set(number, selector.matches(labels)));
  }

  private int nextNumber() {
    Integer unused = free.poll();
    if (unused != null) {
      return unused;
    }
    entries.add(null);
    return entries.size() - 1;
  }

  /** Removes an autoscaler if it is there. */
  void remove(String name) {
    Integer number = numbers.remove(name);
    if (number != null) {
      entries.set(number, null);
      free.add(number);
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
    sweep();
    Set<String> names = new TreeSet<>();
    for (int i = all.nextSetBit(0); i >= 0; i = all.nextSetBit(i + 1)) {
      Entry entry = entries.get(i);
      if (entry != null) {
        names.add(entry.name());
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

  /**
   * Removes labels that were not used while each autoscaler was synced twice, as soon as they may
   * be as many as the others.
   */
  private void sweep() {
    if (byLabels.size() > 2 * usedAtLastSweep + UNUSED) {
      long oldest = query - 2L * numbers.size();
      byLabels.values().removeIf(matching -> matching.lastQuery < oldest);
      usedAtLastSweep = byLabels.size();
    }
  }
}
