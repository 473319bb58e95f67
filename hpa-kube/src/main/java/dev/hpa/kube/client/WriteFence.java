package dev.hpa.kube.client;

import java.time.Duration;

/**
 * Says how long writes may go on. What is not written by then belongs to somebody else.
 * Thread-safe.
 */
@FunctionalInterface
public interface WriteFence {

  /** For those who are alone. */
  WriteFence OPEN = () -> Duration.ofSeconds(Long.MAX_VALUE);

  /** For those who only look. */
  WriteFence CLOSED = () -> Duration.ZERO;

  /** How much longer; zero or less when nothing may be written any more. */
  Duration remaining();
}
