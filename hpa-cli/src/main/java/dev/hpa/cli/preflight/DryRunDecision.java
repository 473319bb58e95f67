package dev.hpa.cli.preflight;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * The decision that the controller would make about an autoscaler.
 *
 * @param autoscaler as {@code NAMESPACE/NAME}
 * @param now current replicas of the target
 * @param then replicas that this controller would set
 * @param problem the problem that prevents a decision; empty if there is none
 * @param providers the providers of its metrics, by metric
 */
@JsonPropertyOrder({"autoscaler", "now", "then", "differs", "problem"})
public record DryRunDecision(
    String autoscaler,
    int now,
    int then,
    String problem,
    @JsonIgnore Map<String, String> providers) {

  /** A copy with the providers of its metrics. */
  DryRunDecision readingFrom(Map<String, String> value) {
    return new DryRunDecision(autoscaler, now, then, problem, value);
  }

  /** Whether this controller would scale to another number. */
  @JsonProperty
  public boolean differs() {
    return problem.isEmpty() && now != then;
  }
}
