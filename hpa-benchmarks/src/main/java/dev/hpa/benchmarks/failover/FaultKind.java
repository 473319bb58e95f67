package dev.hpa.benchmarks.failover;

import java.util.Locale;

/** What happens to a replica. */
enum FaultKind {
  /** {@code kill -9}; a new process starts later. */
  KILL,
  /** SIGSTOP for longer than a Lease lasts, then SIGCONT. */
  PAUSE,
  /** SIGTERM, on which a replica may hand over; a new process starts later. */
  TERMINATE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
