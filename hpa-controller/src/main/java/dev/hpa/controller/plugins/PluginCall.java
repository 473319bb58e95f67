package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a plug-in to discover, create and close it. Each call has a dedicated daemon thread and a
 * deadline, so that a plug-in that hangs or computes without end cannot keep this process from
 * starting, failing or shutting down.
 */
final class PluginCall {

  /** The deadline of discovery and creation calls, on the timeline. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(PluginCall.class);

  private PluginCall() {}

  /** A failed call. The text is complete, because exceptions of a plug-in execute its code. */
  private static final class CallException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isLate;

    CallException(String text, boolean isLate, @Nullable Throwable cause) {
      super(text, cause);
      this.isLate = isLate;
    }

    static CallException failed(Throwable fault) {
      return new CallException(FaultMessage.of(fault), false, fault);
    }
  }

  /**
   * Creates an object of a plug-in.
   *
   * @param what the called object, as the prefix of messages
   * @throws PluginException if it throws, or does not return within {@link #DEADLINE}
   * @throws CancellationException if the calling thread is interrupted
   */
  static <T> T create(String what, Timeline timeline, Supplier<T> factory) {
    try {
      T created = call(what, timeline, DEADLINE, factory);
      if (created == null) {
        throw new PluginException(what + ": cannot be created: create() returned null");
      }
      return created;
    } catch (CallException failure) {
      throw new PluginException(
          failure.isLate
              ? what
                  + ": create() did not return within "
                  + GoDuration.format(DEADLINE)
                  + "; remove the plug-in, or have it connect when it is first asked"
              : what + ": cannot be created: " + failure.getMessage(),
          failure);
    }
  }

  /**
   * Reads a declaration of a factory.
   *
   * @param what the called object, as the prefix of messages
   * @param call the called method, for messages
   * @throws PluginException if it throws, or does not return within {@link #DEADLINE}
   * @throws CancellationException if the calling thread is interrupted
   */
  static <T> T declared(String what, String call, Timeline timeline, Supplier<T> declaration) {
    try {
      T declared = call(what, timeline, DEADLINE, declaration);
      if (declared == null) {
        throw new PluginException(what + ": " + call + " returned null");
      }
      return declared;
    } catch (CallException failure) {
      throw new PluginException(
          failure.isLate
              ? what
                  + ": "
                  + call
                  + " did not return within "
                  + GoDuration.format(DEADLINE)
                  + "; remove the plug-in"
              : what + ": " + call + " failed: " + failure.getMessage(),
          failure);
    }
  }

  /** Closes an object of a plug-in; logs failures in one line. */
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
    } catch (CallException failure) {
      if (failure.isLate) {
        LOG.warn("{}: close() did not return within {}", what, GoDuration.format(deadline));
      } else {
        LOG.warn("{}: close() failed: {}", what, failure.getMessage());
      }
    } catch (CancellationException ending) {
      LOG.warn("{}: not awaited: close()", what);
    }
  }

  private static <T> T call(String what, Timeline timeline, Duration deadline, Supplier<T> work)
      throws CallException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Timeline.Scheduled expiry =
        timeline.schedule(
            deadline, () -> result.completeExceptionally(new CallException("", true, null)));
    Thread thread = timeline.thread(what).start(() -> complete(result, work));
    boolean isDone = false;
    try {
      T value = result.get();
      isDone = true;
      return value;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for " + what);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof CallException ended) {
        throw ended;
      }
      throw new IllegalStateException(failure);
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
      // Includes errors: an error in a plug-in must not end this process.
      result.completeExceptionally(CallException.failed(fault));
    }
  }
}
