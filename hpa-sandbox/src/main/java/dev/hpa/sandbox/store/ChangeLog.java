package dev.hpa.sandbox.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The latest changes of a resource by revision. Each reader keeps its own position, so slow readers
 * cost nothing; a reader that falls behind the log gets an error.
 *
 * <p>Thread-safe. The store appends in order of revision.
 */
final class ChangeLog {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final @Nullable Change[] ring;
  private long first;
  private long next;
  private long compacted;

  ChangeLog(int capacity) {
    this.ring = new Change[capacity];
  }

  void append(Change change) {
    lock.lock();
    try {
      if (next - first == ring.length) {
        compacted = at(first).revision();
        first++;
      }
      ring[(int) (next % ring.length)] = change;
      next++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Drops changes, like an etcd compaction; readers at an earlier revision get an error. */
  void compact(long revision) {
    lock.lock();
    try {
      while (first < next && at(first).revision() <= revision) {
        ring[(int) (first % ring.length)] = null;
        first++;
      }
      compacted = Math.max(compacted, revision);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The latest revision that is no longer in the log. */
  long compacted() {
    lock.lock();
    try {
      return compacted;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The changes after a revision; waits for the first one.
   *
   * @param stop checked after every wake-up; ends the wait with an empty list
   * @return null when changes after the revision have been dropped
   */
  @Nullable List<Change> awaitAfter(long revision, int atMost, Stop stop)
      throws InterruptedException {
    lock.lock();
    try {
      while (true) {
        if (revision < compacted) {
          return null;
        }
        long place = placeAfter(revision);
        if (place < next || stop.isDue()) {
          return copy(place, Math.min(next, place + atMost));
        }
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The changes after a revision; null when some of them have been dropped. */
  @Nullable List<Change> after(long revision) {
    lock.lock();
    try {
      return revision < compacted ? null : copy(placeAfter(revision), next);
    } finally {
      lock.unlock();
    }
  }

  /** Wakes all readers to check their stop condition. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private long placeAfter(long revision) {
    long low = first;
    long high = next;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (at(middle).revision() <= revision) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private List<Change> copy(long from, long to) {
    List<Change> result = new ArrayList<>((int) (to - from));
    for (long place = from; place < to; place++) {
      result.add(at(place));
    }
    return result;
  }

  private Change at(long place) {
    Change change = ring[(int) (place % ring.length)];
    if (change == null) {
      throw new IllegalStateException("empty place " + place);
    }
    return change;
  }

  /** Another condition that ends a wait. */
  interface Stop {
    boolean isDue();
  }
}
