package dev.hpa.kube.client;

import dev.hpa.kube.http.RetryAfter;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The server is overloaded or starting. Servers reject watches until their watch cache is
 * initialized (KEP-4568); a list would be more expensive for them, so the watch is retried.
 */
final class RejectedWatchException extends IOException {

  private final transient Duration wait;

  RejectedWatchException(@Nullable Duration named) {
    super("the server rejected the watch with code 429");
    Duration requested = named == null ? Duration.ZERO : named;
    this.wait = requested.compareTo(RetryAfter.LIMIT) > 0 ? RetryAfter.LIMIT : requested;
  }

  /** How long to wait before the watch is retried. */
  Duration retryAfter() {
    return wait;
  }
}
