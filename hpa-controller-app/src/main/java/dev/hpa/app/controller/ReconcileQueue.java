package dev.hpa.app.controller;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which autoscaler is due.
 *
 * <p>Every request waits one period; of several requests for one key the earliest counts, so that
 * the time from one start to the next is about the period whatever asks in between. A key that
 * becomes due while it is being worked on comes again when that is done. There is no back-off: a
 * failing autoscaler is tried again after a period like any other.
 *
 * <p>Thread-safe.
 */
final class ReconcileQueue {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<String> waiting = new HashSet<>();
  private final Deque<String> ready = new ArrayDeque<>();
  private final Set<String> queued = new HashSet<>();
  private final Set<String> working = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private final Timeline timeline;
  private final Duration period;
  private boolean closed;

  ReconcileQueue(Timeline timeline, Duration period) {
    this.timeline = timeline;
    this.period = period;
  }

  /** Asks for a key to be due one period from now, unless it is due earlier already. */
  void add(String key) {
    lock.lock();
    try {
      if (closed || !waiting.add(key)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    timeline.schedule(period, () -> due(key));
  }

  private void due(String key) {
    lock.lock();
    try {
      waiting.remove(key);
      if (working.contains(key)) {
        again.add(key);
      } else if (queued.add(key)) {
        ready.add(key);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a key and takes it; null when the queue has been closed. */
  @Nullable String take() throws InterruptedException {
    lock.lock();
    try {
      while (ready.isEmpty() && !closed) {
        changed.await();
      }
      String key = closed ? null : ready.remove();
      if (key != null) {
        queued.remove(key);
        working.add(key);
      }
      return key;
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #take} would return at once, with a key. */
  boolean hasDue() {
    lock.lock();
    try {
      return !closed && !ready.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the work on a key. */
  void done(String key) {
    lock.lock();
    try {
      working.remove(key);
      if (again.remove(key) && queued.add(key)) {
        ready.add(key);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until nothing is due or being worked on.
   *
   * @param atMost real time
   * @return whether that came about
   */
  boolean awaitIdle(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!closed && !(ready.isEmpty() && working.isEmpty())) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Lets nobody take any more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
