package dev.hpa.controller.plugins;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.http.RateLimitWaitListener;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call of a plug-in on its own thread: it has a result, a {@link CallFailure}, or is cancelled.
 * One that misses its deadline fails and is interrupted; its thread may run on. Thread-safe.
 */
class IsolatedCall<T extends @Nullable Object> {

  private final Callable<T> work;
  private final Duration deadline;
  private final UnaryOperator<String> texts;
  private final DeadlineClock clock;
  private final AtomicBoolean hasOutcome = new AtomicBoolean();
  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private volatile @Nullable Thread thread;

  /**
   * @param work code of the plug-in; anything that it throws is a fault
   * @param deadline in the timeline's time
   * @param texts sanitizes messages of faults
   */
  IsolatedCall(
      Callable<T> work, Timeline timeline, Duration deadline, UnaryOperator<String> texts) {
    this.work = work;
    this.deadline = deadline;
    this.texts = texts;
    this.clock = new DeadlineClock(timeline, deadline, this::expire);
  }

  /** The outcome, before anyone can act upon it; the failure is null for a result. */
  void counts(@Nullable CallFailure failure) {}

  /** The deadline has passed while the thread runs. */
  void overdue() {}

  /**
   * The thread has ended.
   *
   * @param took how long the call took, up to the deadline
   */
  void ended(Duration took) {}

  /** Starts the call; it fails if no thread can be started for it. */
  final void begin(ThreadFactory threads) {
    Thread started = threads.newThread(this::run);
    thread = started;
    clock.start();
    try {
      started.start();
    } catch (OutOfMemoryError noThread) {
      Duration took = clock.stop();
      fail(CallFailure.thrown(noThread, texts));
      ended(took);
    }
  }

  private void run() {
    try {
      ScopedValue.where(RateLimitWaitListener.OBSERVER, clock).run(this::work);
    } finally {
      ended(clock.stop());
    }
  }

  private void work() {
    try {
      T result = work.call();
      if (isFirst()) {
        counts(null);
        outcome.complete(result);
      }
    } catch (Throwable fault) {
      // Includes errors: an error in a plug-in must not end this process.
      fail(CallFailure.thrown(fault, texts));
    }
  }

  private boolean isFirst() {
    return hasOutcome.compareAndSet(false, true);
  }

  /** Whether it has a result or a failure, or is cancelled. */
  final boolean isOver() {
    return hasOutcome.get();
  }

  /** The deadline of the call, or of those that it waits for, has passed. */
  final void expire() {
    fail(CallFailure.late(deadline));
    if (thread != null) {
      overdue();
      interrupt();
    }
  }

  private void fail(CallFailure failure) {
    if (isFirst()) {
      // Counted first: a caller that receives the failure may call again immediately.
      counts(failure);
      outcome.completeExceptionally(failure);
    }
  }

  /** Fails the call before it begins, without counting it. */
  final void refuse(CallFailure failure) {
    if (isFirst()) {
      outcome.completeExceptionally(failure);
    }
  }

  /** Cancels the call, and interrupts it if it runs. */
  final void cancel() {
    clock.stop();
    if (isFirst()) {
      outcome.cancel(false);
    }
    interrupt();
  }

  private void interrupt() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  /** Receives the result, or the failure, which is a CancellationException after a cancel. */
  final void whenEnded(BiConsumer<@Nullable T, @Nullable Throwable> receiver) {
    CompletableFuture<T> _ = outcome.whenComplete(receiver);
  }

  /**
   * Waits for the result.
   *
   * @param what the called object, for messages
   * @throws CancellationException if the call is cancelled, or the calling thread is interrupted
   */
  final T await(String what) throws CallFailure {
    try {
      return outcome.get();
    } catch (InterruptedException stopping) {
      cancel();
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for " + what);
    } catch (ExecutionException ended) {
      if (ended.getCause() instanceof CallFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(ended.getCause());
    }
  }
}
