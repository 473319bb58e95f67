package dev.hpa.sandbox.faults;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What goes wrong with a request. */
public sealed interface Effect {

  /** Whether this can go wrong with such a request. */
  default boolean concerns(MatchedRequest request) {
    return true;
  }

  /** The request is dealt with later; time passes on the cluster's timeline. */
  record Latency(Duration delay) implements Effect {}

  /**
   * The request is refused and nothing is done.
   *
   * @param retryAfter when to come again, in whole seconds; null for no word about it
   */
  record Refusal(int code, @Nullable Duration retryAfter) implements Effect {}

  /** A write is refused because somebody else has written before. */
  record Conflict() implements Effect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.method().equals("PUT") || request.method().equals("PATCH");
    }
  }

  /** The connection is reset before anything is done. */
  record Reset() implements Effect {}

  /** The answer breaks off in the middle. */
  record Cut() implements Effect {}

  /** The answer is no answer but bytes without a meaning. */
  record Garbage() implements Effect {}

  /** A watch ends with the error that its place in the log is gone. */
  record Gone() implements Effect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.watch();
    }
  }

  /** A watch stays open and says nothing. */
  record Stall() implements Effect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.watch();
    }
  }

  /**
   * The clocks of the cluster are wrong, whatever is asked.
   *
   * @param jump by how much they are ahead; negative for behind
   */
  record ClockJump(Duration jump) implements Effect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return false;
    }
  }

  /** A list shows things as they were when the fault was added. */
  record Stale() implements Effect {
    @Override
    public boolean concerns(MatchedRequest request) {
      return request.list();
    }
  }
}
