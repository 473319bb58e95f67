package dev.hpa.dashboard;

import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/**
 * Runs replays on platform threads, a few at a time: they compute for seconds, and a virtual thread
 * that computes occupies a carrier thread of those that reconcile. Thread-safe.
 */
final class ReplayThreads {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final Semaphore free = new Semaphore(Limit.REPLAYS.asInt());

  /** Waits for the response of a replay; refuses it while the most replays run. */
  DashboardResponse answer(Callable<DashboardResponse> replay) {
    if (!free.tryAcquire()) {
      return DashboardResponse.busy(
          "what-if: %d comparisons are being computed; try again in %d s"
              .formatted(Limit.REPLAYS.asInt(), RETRY_AFTER.toSeconds()),
          RETRY_AFTER);
    }
    FutureTask<DashboardResponse> task = new FutureTask<>(() -> released(replay));
    Thread thread = Thread.ofPlatform().daemon().name("what-if").unstarted(task);
    boolean isStarted = false;
    try {
      thread.start();
      isStarted = true;
      return task.get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the comparison failed", failure.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return DashboardResponse.error(503, "what-if: the server shuts down");
    } finally {
      if (!isStarted) {
        free.release();
      }
    }
  }

  /** Frees the thread before the response is sent: the client may send its next request then. */
  private DashboardResponse released(Callable<DashboardResponse> replay) throws Exception {
    try {
      return replay.call();
    } finally {
      free.release();
    }
  }
}
