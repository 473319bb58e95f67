package dev.hpa.conformance.transcript;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a step must contain before its expectations mean anything. It does not depend on the wording
 * of the implementation.
 */
public enum Precondition {

  /** Nothing: the implementation is expected to do nothing. */
  NONE("nothing"),

  /** The implementation processes an HPA: a request, a scale write, an event or a status. */
  RECONCILED("a request, an event or a status of the controller"),

  /** The implementation reads a metric. */
  METRICS_READ("a request to a metrics API");

  private final String description;

  Precondition(String description) {
    this.description = description;
  }

  /** Returns what must be observed. */
  public String description() {
    return description;
  }

  /** Whether a step meets the precondition. */
  public boolean isMet(Transcript step) {
    return switch (this) {
      case NONE -> true;
      case RECONCILED -> step.observations().stream().anyMatch(each -> isWork(each, step));
      case METRICS_READ -> step.requests("GET", "/apis/*metrics.k8s.io/*").findAny().isPresent();
    };
  }

  /** The status that an earlier step left, which has the time of the step, is no evidence. */
  private static boolean isWork(Observation seen, Transcript step) {
    return switch (seen) {
      case Observation.Step ignored -> false;
      case Observation.Autoscaler changed -> {
        JsonNode conditions = changed.status().path("conditions");
        yield changed.at() > step.observations().getFirst().at() && !conditions.isEmpty();
      }
      case Observation.Request ignored -> true;
      case Observation.Scaled ignored -> true;
      case Observation.Event ignored -> true;
    };
  }
}
