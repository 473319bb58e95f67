package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a plug-in to discover, create and close it: an {@link IsolatedCall} each, so that a plug-in
 * that hangs or computes without end cannot keep this process from starting, failing or shutting
 * down.
 */
final class PluginCall {

  /** The deadline of discovery and creation calls, on the timeline. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(PluginCall.class);

  private PluginCall() {}

  /**
   * Creates an object of a plug-in.
   *
   * @param what the called object, as the prefix of messages
   * @param texts sanitizes messages of exceptions
   * @throws PluginException if it throws, or does not return within {@link #DEADLINE}
   * @throws CancellationException if the calling thread is interrupted
   */
  static <T> T create(
      String what, Timeline timeline, UnaryOperator<String> texts, Supplier<T> factory) {
    try {
      T created = call(what, timeline, DEADLINE, texts, factory);
      if (created == null) {
        throw new PluginException(what + ": cannot be created: create() returned null");
      }
      return created;
    } catch (CallFailure failure) {
      throw new PluginException(
          failure.isLate()
              ? late(what, "create()") + ", or have it connect when it is first asked"
              : what + ": cannot be created: " + failure.getMessage(),
          failure);
    }
  }

  /**
   * Reads a declaration of a factory.
   *
   * @param what the called object, as the prefix of messages
   * @param method the called method, for messages
   * @throws PluginException if it throws, or does not return within {@link #DEADLINE}
   * @throws CancellationException if the calling thread is interrupted
   */
  static <T> T declared(String what, String method, Timeline timeline, Supplier<T> declaration) {
    try {
      T declared = call(what, timeline, DEADLINE, UnaryOperator.identity(), declaration);
      if (declared == null) {
        throw new PluginException(what + ": " + method + " returned null");
      }
      return declared;
    } catch (CallFailure failure) {
      throw new PluginException(
          failure.isLate() ? late(what, method) : what + ": " + method + " " + failure.predicate(),
          failure);
    }
  }

  private static String late(String what, String method) {
    return "%s: %s did not return within %s; remove the plug-in"
        .formatted(what, method, GoDuration.format(DEADLINE));
  }

  /** Closes an object of a plug-in; logs failures in one line. */
  static void close(
      String what,
      Timeline timeline,
      Duration deadline,
      UnaryOperator<String> texts,
      Runnable close) {
    try {
      call(
          what,
          timeline,
          deadline,
          texts,
          () -> {
            close.run();
            return true;
          });
    } catch (CallFailure failure) {
      if (failure.isLate()) {
        LOG.warn("{}: close() did not return within {}", what, GoDuration.format(deadline));
      } else {
        LOG.warn("{}: close() {}", what, failure.predicate());
      }
    } catch (CancellationException ending) {
      LOG.warn("{}: not awaited: close()", what);
    }
  }

  private static <T> @Nullable T call(
      String what,
      Timeline timeline,
      Duration deadline,
      UnaryOperator<String> texts,
      Supplier<T> work)
      throws CallFailure {
    IsolatedCall<T> call = new IsolatedCall<>(work::get, timeline, deadline, texts);
    call.begin(timeline.thread(what).factory());
    return call.await(what);
  }
}
