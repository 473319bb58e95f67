package dev.hpa.cli.preflight;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * The results of preflight, which are its JSON too.
 *
 * @param server address of the API server
 * @param autoscalers number of autoscalers
 * @param decisions decisions about the evaluated autoscalers
 */
@JsonPropertyOrder({"server", "passed"})
public record PreflightReport(
    String server, List<Check> checks, int autoscalers, List<DryRunDecision> decisions) {

  public PreflightReport {
    checks = List.copyOf(checks);
    decisions = List.copyOf(decisions);
  }

  /** Whether no check failed. */
  @JsonProperty
  public boolean passed() {
    return count(Outcome.FAILED) == 0;
  }

  long count(Outcome outcome) {
    return checks.stream().filter(each -> each.outcome() == outcome).count();
  }
}
