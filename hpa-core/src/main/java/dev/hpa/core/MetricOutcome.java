package dev.hpa.core;

import dev.hpa.api.MetricStatus;
import dev.hpa.core.replicas.Calculation;
import java.util.Map;

/** The outcome of evaluating one metric of the spec. */
public sealed interface MetricOutcome {

  /** The metric has a part in the recommendation. */
  sealed interface Proposal extends MetricOutcome {

    /** The metric's name in conditions and events. */
    String description();

    /** Its entry in {@code status.currentMetrics}. */
    MetricStatus status();

    /** The proposed replicas. */
    int replicas();

    /** The values that the proposal is computed from, in milli-units by pod name; may be empty. */
    default Map<String, Long> values() {
      return Map.of();
    }
  }

  /**
   * The metric proposes a replica count.
   *
   * @param description the metric's name in conditions and events
   * @param status its entry in {@code status.currentMetrics}
   * @param how the calculation of the proposed replicas
   */
  record Proposed(String description, MetricStatus status, Calculation how) implements Proposal {

    @Override
    public int replicas() {
      return how.replicas();
    }

    @Override
    public Map<String, Long> values() {
      return how.values();
    }
  }

  /**
   * An option changes the proposal of a metric.
   *
   * @param metric the proposal without the option
   * @param replicas the proposed replicas
   * @param rule the rule that changes them
   */
  record Adjusted(Proposed metric, int replicas, Decider.ProposalRule rule) implements Proposal {

    @Override
    public String description() {
      return metric.description();
    }

    @Override
    public MetricStatus status() {
      return metric.status();
    }

    @Override
    public Map<String, Long> values() {
      return metric.values();
    }
  }

  /**
   * The forecast of a metric's load proposes more than the metric.
   *
   * @param metric the proposal without the forecast
   * @param replicas the replicas for the expected load
   */
  record Raised(Proposal metric, int replicas) implements Proposal {

    @Override
    public String description() {
      return "forecast of " + metric.description();
    }

    @Override
    public MetricStatus status() {
      return metric.status();
    }

    @Override
    public Map<String, Long> values() {
      return metric.values();
    }
  }

  /**
   * A failed metric proposes what its autoscaler's fallback says.
   *
   * @param failed the failure
   * @param description the fallback in conditions and events
   * @param replicas the proposed replicas
   */
  record FallenBack(Failed failed, String description, int replicas) implements Proposal {

    @Override
    public MetricStatus status() {
      return MetricStatus.BLANK;
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
