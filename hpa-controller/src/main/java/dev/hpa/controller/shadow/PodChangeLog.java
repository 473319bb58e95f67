package dev.hpa.controller.shadow;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.pods.Pod;
import dev.hpa.kube.memory.Limit;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The recent states of the pods of a selector.
 *
 * <p>A scale event changes pods within milliseconds, before its status arrives. The log keeps the
 * replaced state of each change and reverts changes from the newest on. Tenants edit pods as often
 * as they like: the states take a part of the heap, and those of one namespace a part of that, so
 * that older ones are not known while there are more. Thread-safe.
 */
final class PodChangeLog implements PodIndex.ChangeListener {

  private static final int CHANGE_BYTES = 512;
  private static final int LABEL_BYTES = 128;

  private final PodIndex pods;
  private final Duration kept;
  private final InstantSource clock;
  private final long limit;
  private final Map<String, Log> logs = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private volatile Instant swept = Instant.MIN;

  private record Change(Instant at, String name, @Nullable CachedPod before, long bytes) {
    static Change of(Instant at, String name, @Nullable CachedPod before) {
      long size = CHANGE_BYTES;
      if (before != null) {
        for (Map.Entry<String, String> label : before.labels().entrySet()) {
          size += LABEL_BYTES + 2L * (label.getKey().length() + label.getValue().length());
        }
      }
      return new Change(at, name, before, size);
    }
  }

  /** The changes of a namespace, the oldest first. Guarded by itself. */
  private static final class Log {
    final Deque<Change> changes = new ArrayDeque<>();
    long bytes;
  }

  /**
   * @param kept how far back {@link #states} reaches
   * @param clock a monotonic clock
   * @param limit of all states, in bytes
   */
  PodChangeLog(PodIndex pods, Duration kept, InstantSource clock, long limit) {
    this.pods = pods;
    this.kept = kept;
    this.clock = clock;
    this.limit = limit;
  }

  @Override
  public void changed(NamespacedName pod, @Nullable CachedPod before) {
    Instant now = clock.instant();
    sweep(now);
    Change change = Change.of(now, pod.name(), before);
    Log log = logs.computeIfAbsent(pod.namespace(), any -> new Log());
    synchronized (log) {
      log.changes.addLast(change);
      log.bytes += change.bytes();
      bytes.addAndGet(change.bytes());
      while (!log.changes.isEmpty() && isOver(log)) {
        removeFirst(log);
      }
    }
  }

  private boolean isOver(Log log) {
    return log.bytes > limit / Limit.CHANGES_PART_OF_NAMESPACE.asInt() || bytes.get() > limit;
  }

  private void removeFirst(Log log) {
    long freed = log.changes.removeFirst().bytes();
    log.bytes -= freed;
    bytes.addAndGet(-freed);
  }

  /** Drops what is too old, also of namespaces whose pods no longer change. */
  private void sweep(Instant now) {
    if (!swept.equals(Instant.MIN) && now.isBefore(swept.plus(kept.dividedBy(4)))) {
      return;
    }
    swept = now;
    Instant oldest = now.minus(kept);
    for (Log log : logs.values()) {
      synchronized (log) {
        while (!log.changes.isEmpty() && log.changes.getFirst().at().isBefore(oldest)) {
          removeFirst(log);
        }
      }
    }
  }

  /** The size of all states, in bytes. */
  long bytes() {
    return bytes.get();
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
    Log log = logs.getOrDefault(namespace, new Log());
    synchronized (log) {
      Iterator<Change> newestFirst = log.changes.descendingIterator();
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
