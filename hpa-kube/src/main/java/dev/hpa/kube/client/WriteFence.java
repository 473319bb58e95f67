package dev.hpa.kube.client;

import java.time.Duration;

/**
 * Limits the time in which this process may write: another replica may become the leader
 * afterwards. Thread-safe.
 */
@FunctionalInterface
public interface WriteFence {

  /** Never closes; for a process without leader election. */
  WriteFence OPEN = () -> Duration.ofSeconds(Long.MAX_VALUE);

  /** Always closed; for shadow mode. */
  WriteFence CLOSED = () -> Duration.ZERO;

  /** The remaining time for writes; zero or less if writes are not allowed. */
  Duration remaining();
}
