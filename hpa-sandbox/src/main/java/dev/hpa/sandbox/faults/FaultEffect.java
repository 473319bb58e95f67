package dev.hpa.sandbox.faults;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The effect of a fault on a request. */
public sealed interface FaultEffect {

  /** Whether the effect applies to this kind of request. */
  default boolean concerns(MatchedRequest request) {
    return true;
  }

  /** Delays the request, on the cluster's timeline. */
  record Latency(Duration delay) implements FaultEffect {}

  /**
   * Rejects the request with a status and does not execute it.
   *
   * @param retryAfter the Retry-After header, in whole seconds; null for none
   */
  record Refusal(int code, @Nullable Duration retryAfter) implements FaultEffect {}

  /** Rejects a write with a conflict (409). */
  record Conflict() implements FaultEffect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.method().equals("PUT") || request.method().equals("PATCH");
    }
  }

  /** Resets the connection before the request is executed. */
  record Reset() implements FaultEffect {}

  /** Truncates the response body. */
  record Cut() implements FaultEffect {}

  /** Replaces the response by random bytes. */
  record Garbage() implements FaultEffect {}

  /** Ends a watch with the error that its resource version is too old (410). */
  record Gone() implements FaultEffect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.watch();
    }
  }

  /** Keeps a watch open without events. */
  record Stall() implements FaultEffect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.watch();
    }
  }

  /**
   * Shifts the clock of the cluster; independent of requests.
   *
   * @param jump how far the clock is ahead; negative for behind
   */
  record ClockJump(Duration jump) implements FaultEffect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return false;
    }
  }

  /** Serves a list from the state at the time when the fault was added. */
  record Stale() implements FaultEffect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.list();
    }
  }
}
