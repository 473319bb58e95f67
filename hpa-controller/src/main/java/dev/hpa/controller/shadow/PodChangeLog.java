package dev.hpa.controller.shadow;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The recent states of the pods of a selector.
 *
 * <p>A scale event changes pods within milliseconds, before its status arrives. The log keeps the
 * replaced state of each change and reverts changes from the newest on. Thread-safe.
 */
final class PodChangeLog implements PodIndex.ChangeListener {

  private final PodIndex pods;
  private final Duration kept;
  private final InstantSource clock;
  private final Map<String, Deque<Change>> changes = new ConcurrentHashMap<>();

  private record Change(Instant at, String name, @Nullable CachedPod before) {}

  /**
   * @param kept how far back {@link #states} reaches
   * @param clock a monotonic clock
   */
  PodChangeLog(PodIndex pods, Duration kept, InstantSource clock) {
    this.pods = pods;
    this.kept = kept;
    this.clock = clock;
  }

  @Override
  public void changed(NamespacedName pod, @Nullable CachedPod before) {
    Instant now = clock.instant();
    Deque<Change> log = changes.computeIfAbsent(pod.namespace(), any -> new ArrayDeque<>());
    synchronized (log) {
      log.addLast(new Change(now, pod.name(), before));
      while (log.getFirst().at().isBefore(now.minus(kept))) {
        log.removeFirst();
      }
    }
  }

  /**
   * The successive states of the matching pods, by name; the newest first.
   *
   * @param from the time of the last state; includes changes at this time
   * @param to the time of the first state
   */
  List<List<Pod>> states(Instant from, Instant to, String namespace, Selector selector) {
    Map<String, CachedPod> found = new TreeMap<>();
    pods.select(namespace, selector).forEach(each -> found.put(each.pod().name(), each));
    Set<List<Pod>> states = new LinkedHashSet<>();
    Deque<Change> log = changes.getOrDefault(namespace, new ArrayDeque<>());
    synchronized (log) {
      Iterator<Change> newestFirst = log.descendingIterator();
      while (newestFirst.hasNext()) {
        Change change = newestFirst.next();
        if (!change.at().isAfter(to)) {
          states.add(pods(found));
        }
        if (!change.at().isAfter(from)) {
          return List.copyOf(states);
        }
        CachedPod before = change.before();
        if (before != null && selector.matches(before.labels())) {
          found.put(change.name(), before);
        } else {
          found.remove(change.name());
        }
      }
    }
    states.add(pods(found));
    return List.copyOf(states);
  }

  private static List<Pod> pods(Map<String, CachedPod> found) {
    return found.values().stream().map(CachedPod::pod).toList();
  }
}
