package dev.hpa.kube.client;

import java.time.Duration;

/**
 * Limits the time in which this process may write: another replica may decide afterwards.
 * Thread-safe.
 */
@FunctionalInterface
public interface WriteFence {

  /** Never closes; for a process without leader election. */
  WriteFence OPEN = namespace -> Duration.ofSeconds(Long.MAX_VALUE);

  /** Always closed; for shadow mode. */
  WriteFence CLOSED = namespace -> Duration.ZERO;

  /**
   * The remaining time for writes; zero or less if writes are not allowed.
   *
   * @param namespace the namespace of the written object; empty if it has none
   */
  Duration remaining(String namespace);

  /** A write begins; {@link #remaining} is called afterwards. */
  default void begin(String namespace) {}

  /** A write has ended: the server has answered it, or it was not sent, or it has failed. */
  default void end(String namespace) {}
}
