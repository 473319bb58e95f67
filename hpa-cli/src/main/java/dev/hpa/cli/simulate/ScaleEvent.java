package dev.hpa.cli.simulate;

import java.time.Instant;

/**
 * A change of the replicas by the autoscaler.
 *
 * @param reason reason in the event
 */
public record ScaleEvent(Instant at, int from, int to, String reason) {

  boolean isUp() {
    return to > from;
  }
}
