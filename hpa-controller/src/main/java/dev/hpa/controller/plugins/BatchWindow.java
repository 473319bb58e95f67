package dev.hpa.controller.plugins;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Collects queries of one namespace into batches.
 *
 * <p>The queries of a namespace join its open batch. A batch waits {@code batchWindow} after each
 * query for the next, at most {@link #MAX_GATHERS} times that. It is closed when the bulkhead has a
 * free slot for it and stays open until then, so that a busier provider receives larger and fewer
 * reads.
 *
 * <p>Guarded by the lock of its owner.
 */
final class BatchWindow<B extends BatchWindow.Batch> {

  private static final int MAX_GATHERS = 10;

  private final ReentrantLock lock;
  private final Timeline timeline;
  private final Duration batchWindow;

  /** From the first query of a batch. */
  private final Duration longestWindow;

  private final Function<String, B> batches;
  private final Consumer<B> ready;
  private final Map<String, Window<B>> open = new HashMap<>();

  /** The longest time from the first query of a batch to its end. */
  static Duration longest(Duration batchWindow) {
    return batchWindow.multipliedBy(MAX_GATHERS);
  }

  /** The queries of one namespace that are read together. */
  interface Batch {
    String namespace();
  }

  private static final class Window<B> {
    final B batch;
    final Instant first;
    Instant last;
    boolean isGathering;
    boolean isReady;

    Window(B batch, Instant now) {
      this.batch = batch;
      this.first = now;
      this.last = now;
    }
  }

  /**
   * @param batchWindow how long a batch waits for the next query; zero to not wait
   * @param batches creates the batch of a namespace
   * @param ready receives a batch whose window has ended, with the lock held; it stays open
   */
  BatchWindow(
      ReentrantLock lock,
      Timeline timeline,
      Duration batchWindow,
      Function<String, B> batches,
      Consumer<B> ready) {
    this.lock = lock;
    this.timeline = timeline;
    this.batchWindow = batchWindow;
    this.longestWindow = longest(batchWindow);
    this.batches = batches;
    this.ready = ready;
  }

  /** The open batch of a namespace, to add queries to; call {@link #added} afterwards. */
  B batch(String namespace) {
    return open.computeIfAbsent(
            namespace, any -> new Window<>(batches.apply(namespace), timeline.now()))
        .batch;
  }

  /** Notes that queries were added to a batch. */
  void added(B batch) {
    Window<B> window = open.get(batch.namespace());
    if (window == null || !window.batch.equals(batch) || window.isReady) {
      return;
    }
    window.last = timeline.now();
    if (!batchWindow.isPositive()) {
      window.isReady = true;
      ready.accept(batch);
    } else if (!window.isGathering) {
      window.isGathering = true;
      timeline.schedule(batchWindow, () -> expire(batch));
    }
  }

  private void expire(B batch) {
    lock.lock();
    try {
      Window<B> window = open.get(batch.namespace());
      if (window == null || !window.batch.equals(batch) || window.isReady) {
        return;
      }
      Duration rest = rest(window);
      if (rest.isPositive()) {
        timeline.schedule(rest, () -> expire(batch));
      } else {
        window.isReady = true;
        ready.accept(batch);
      }
    } finally {
      lock.unlock();
    }
  }

  private Duration rest(Window<B> window) {
    Instant quiet = window.last.plus(batchWindow);
    Instant latest = window.first.plus(longestWindow);
    return Duration.between(timeline.now(), quiet.isBefore(latest) ? quiet : latest);
  }

  /** Whether the window of a batch has ended. */
  boolean isReady(B batch) {
    Window<B> window = open.get(batch.namespace());
    return window == null || !window.batch.equals(batch) || window.isReady;
  }

  /** Closes a batch: no more queries join it. */
  void close(B batch) {
    Window<B> window = open.get(batch.namespace());
    if (window != null && window.batch.equals(batch)) {
      open.remove(batch.namespace());
    }
  }

  /** Removes the batches of some namespaces. */
  void clear(Predicate<String> among) {
    open.keySet().removeIf(among);
  }
}
