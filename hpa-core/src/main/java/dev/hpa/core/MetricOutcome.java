package dev.hpa.core;

import dev.hpa.api.MetricStatus;

/** What became of one metric of the spec. */
public sealed interface MetricOutcome {

  /**
   * The metric proposes a count.
   *
   * @param description how conditions and events name the metric
   * @param status its entry in the autoscaler's status
   * @param how the way from the reading to the count
   */
  record Proposed(String description, MetricStatus status, Calculation how)
      implements MetricOutcome {

    /** The count. */
    public int replicas() {
      return how.replicas();
    }
  }

  /**
   * The metric has no proposal.
   *
   * @param reason of condition and event
   * @param message of the event; the condition puts a prefix before it
   * @param error the text that goes into the error of the whole cycle
   */
  record Failed(String reason, String message, String error) implements MetricOutcome {}
}
