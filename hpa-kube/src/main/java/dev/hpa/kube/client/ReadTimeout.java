package dev.hpa.kube.client;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Aborts reads that take too long. A timer for each read, as of a socket's timeout, would wake the
 * thread of the timers twice per read; here one timer serves all reads of a connection that begin
 * before it expires. Thread-safe; one read at a time.
 */
final class ReadTimeout {

  private static final long NEVER = Long.MAX_VALUE;

  private final Timers timers;
  private final Runnable abort;
  private long due = NEVER;
  private long nextCheck = NEVER;
  private boolean hasExpired;

  /** Timers of real time. */
  interface Timers {

    Timers REAL =
        new Timers() {
          private static final long ORIGIN = System.nanoTime();

          @Override
          public long nanos() {
            return System.nanoTime() - ORIGIN;
          }

          @Override
          public void schedule(long nanos, Runnable task) {
            // Not on a virtual thread: it would wait for one of those that take the processors.
            CompletableFuture.delayedExecutor(
                    nanos, TimeUnit.NANOSECONDS, Thread.ofPlatform().daemon()::start)
                .execute(task);
          }
        };

    /** Nanoseconds since an arbitrary moment. */
    long nanos();

    /** Runs a task after a time. */
    void schedule(long nanos, Runnable task);
  }

  /**
   * @param abort aborts a read that takes too long; called on a thread of the timers
   */
  ReadTimeout(Timers timers, Runnable abort) {
    this.timers = timers;
    this.abort = abort;
  }

  /**
   * A read begins.
   *
   * @param milliseconds 0 for no timeout
   */
  synchronized void begin(int milliseconds) {
    due = milliseconds == 0 ? NEVER : timers.nanos() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    if (due < nextCheck) {
      checkAtDue();
    }
  }

  /** The read has ended. */
  synchronized void end() {
    due = NEVER;
  }

  /** Whether a read took too long. */
  synchronized boolean hasExpired() {
    return hasExpired;
  }

  private void checkAtDue() {
    long time = due;
    nextCheck = time;
    timers.schedule(Math.max(0, time - timers.nanos()), new Check(new WeakReference<>(this), time));
  }

  /**
   * Does not keep what it belongs to: a connection that is closed early has buffers of megabytes
   * after long requests, and a server can have a hundred closed each second.
   */
  private record Check(WeakReference<ReadTimeout> owner, long time) implements Runnable {
    @Override
    public void run() {
      ReadTimeout timeout = owner.get();
      if (timeout != null) {
        timeout.check(time);
      }
    }
  }

  private void check(long time) {
    synchronized (this) {
      if (nextCheck == time) {
        nextCheck = NEVER;
      }
      if (due > timers.nanos()) {
        if (due < nextCheck) {
          checkAtDue();
        }
        return;
      }
      due = NEVER;
      hasExpired = true;
    }
    abort.run();
  }
}
