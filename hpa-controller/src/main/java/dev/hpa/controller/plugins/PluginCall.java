package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a plug-in where it is created and closed. The call has a daemon thread of its own and a
 * deadline, so that a plug-in that hangs, computes without end or ends the process from within the
 * call cannot keep this process from starting, failing or shutting down.
 */
final class PluginCall {

  private static final Logger LOG = LoggerFactory.getLogger(PluginCall.class);

  private PluginCall() {}

  /**
   * Creates something.
   *
   * @param what is called, in front of messages
   * @param deadline in the timeline's time
   * @throws PluginException when it throws anything, or returns nothing in time
   * @throws CancellationException when the calling thread is interrupted
   */
  static <T> T create(String what, Timeline timeline, Duration deadline, Supplier<T> factory) {
    try {
      T created = call(what, timeline, deadline, factory);
      if (created == null) {
        throw new PluginException(what + ": cannot be created: create() returned null");
      }
      return created;
    } catch (TimeoutException late) {
      throw new PluginException(
          what
              + ": create() did not return within "
              + GoDuration.format(deadline)
              + "; remove the plug-in, or have it connect when it is first asked",
          late);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      throw new PluginException(what + ": cannot be created: " + FaultText.of(cause), cause);
    }
  }

  /** Closes something; what goes wrong is logged in one line. */
  static void close(String what, Timeline timeline, Duration deadline, Runnable close) {
    try {
      call(
          what,
          timeline,
          deadline,
          () -> {
            close.run();
            return true;
          });
    } catch (TimeoutException late) {
      LOG.warn("{}: close() did not return within {}", what, GoDuration.format(deadline));
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      LOG.warn("{}: close() failed: {}", what, FaultText.of(cause));
    } catch (CancellationException hurried) {
      LOG.warn("{}: not awaited: close()", what);
    }
  }

  private static <T> T call(String what, Timeline timeline, Duration deadline, Supplier<T> work)
      throws TimeoutException, ExecutionException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Timeline.Scheduled expiry =
        timeline.schedule(deadline, () -> result.completeExceptionally(new TimeoutException()));
    Thread thread = Thread.ofPlatform().daemon().name(what).start(() -> complete(result, work));
    boolean isDone = false;
    try {
      T value = result.get();
      isDone = true;
      return value;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for " + what);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof TimeoutException late && thread.isAlive()) {
        throw late;
      }
      throw failure;
    } finally {
      expiry.cancel();
      if (!isDone) {
        thread.interrupt();
      }
    }
  }

  private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
    try {
      result.complete(work.get());
    } catch (Throwable fault) {
      // Errors included: what a plug-in throws is a message and not the end of this process.
      result.completeExceptionally(fault);
    }
  }
}
