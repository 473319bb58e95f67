package dev.hpa.kube.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Which lists of a reflector were requested, and how they ended. Thread-safe. */
final class ListProgress {

  private final CountDownLatch synced = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicLong wanted = new AtomicLong();
  private volatile long begun;
  private volatile long done;
  private volatile long failed;
  private volatile String problem = "";

  /** Requests another list; the lists that have begun do not count. */
  void request() {
    wanted.incrementAndGet();
  }

  /** Whether a list that began after the last {@link #request} has ended. */
  boolean isCurrent() {
    return done == wanted.get();
  }

  /** Whether a list that began after the last {@link #request} has ended or has failed. */
  boolean isAttempted() {
    return Math.max(done, failed) == wanted.get();
  }

  /** Called when a list begins; the result is what {@link #succeeded} takes. */
  long begin() {
    begun = wanted.get();
    return begun;
  }

  /** Whether a list has reached the sink. */
  boolean isSynced() {
    return synced.getCount() == 0;
  }

  /** A list has reached the sink. */
  void succeeded(long number) {
    done = number;
    problem = "";
    synced.countDown();
    ended.countDown();
  }

  /** The last list, or what followed it, has failed. */
  void failed(String message) {
    problem = message;
    failed = begun;
    ended.countDown();
  }

  /** There are no more lists to wait for. */
  void close() {
    ended.countDown();
  }

  /** Why the last list failed; empty if it did not. */
  String problem() {
    return problem;
  }

  /** Waits until the first list has reached the sink or has failed, or this is closed. */
  void awaitFirst() throws InterruptedException {
    ended.await();
  }

  /** Waits until the first list has reached the sink. */
  void awaitSynced() throws InterruptedException {
    synced.await();
  }
}
