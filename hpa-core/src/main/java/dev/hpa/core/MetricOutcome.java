package dev.hpa.core;

import dev.hpa.api.MetricStatus;

/** The outcome of evaluating one metric of the spec. */
public sealed interface MetricOutcome {

  /**
   * The metric proposes a replica count.
   *
   * @param description the metric's name in conditions and events
   * @param status its entry in {@code status.currentMetrics}
   * @param how the calculation of the proposed replicas
   */
  record Proposed(String description, MetricStatus status, Calculation how)
      implements MetricOutcome {

    /** The proposed replicas. */
    public int replicas() {
      return how.replicas();
    }
  }

  /**
   * The metric could not be read or evaluated.
   *
   * @param reason the reason of the condition and the event
   * @param message the message of the event; the condition adds a prefix
   * @param error the text in the error of the reconcile
   */
  record Failed(String reason, String message, String error) implements MetricOutcome {}
}
