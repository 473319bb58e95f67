package dev.hpa.sandbox.faults;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The effect of a fault on a request. */
public sealed interface FaultEffect {

  /** Whether the effect applies to this kind of request. */
  default boolean appliesTo(MatchedRequest request) {
    return true;
  }

  /** Delays the request, on the cluster's timeline. */
  record Latency(Duration delay) implements FaultEffect {}

  /**
   * Rejects the request with a status and does not execute it.
   *
   * @param retryAfter the Retry-After header, in whole seconds; null for none
   */
  record StatusError(int code, @Nullable Duration retryAfter) implements FaultEffect {}

  /** Rejects a write with a conflict (409). */
  record Conflict() implements FaultEffect {
    @Override
    public boolean appliesTo(MatchedRequest request) {
      return request.method().equals("PUT") || request.method().equals("PATCH");
    }
  }

  /** Resets the connection before the request is executed. */
  record Reset() implements FaultEffect {}

  /** Truncates the response body. */
  record Truncate() implements FaultEffect {}

  /** Replaces the response by random bytes. */
  record Corrupt() implements FaultEffect {}

  /** Ends a watch with the error that its resource version is too old (410). */
  record ExpireWatch() implements FaultEffect {
    @Override
    public boolean appliesTo(MatchedRequest request) {
      return request.watch();
    }
  }

  /** Keeps a watch open without events. */
  record StallWatch() implements FaultEffect {
    @Override
    public boolean appliesTo(MatchedRequest request) {
      return request.watch();
    }
  }

  /**
   * Shifts the clock of the cluster; independent of requests.
   *
   * @param offset how far the clock is ahead; negative for behind
   */
  record ClockSkew(Duration offset) implements FaultEffect {
    @Override
    public boolean appliesTo(MatchedRequest request) {
      return false;
    }
  }

  /** Serves a list from the state at the time when the fault was added. */
  record StaleList() implements FaultEffect {
    @Override
    public boolean appliesTo(MatchedRequest request) {
      return request.list();
    }
  }
}
