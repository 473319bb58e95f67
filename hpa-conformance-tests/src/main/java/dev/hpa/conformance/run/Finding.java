package dev.hpa.conformance.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The result of an expectation.
 *
 * @param rule the id of its rule
 * @param step the number of its step, from 1
 * @param expected a description of the expectation
 * @param observed what was observed instead; empty unless it failed
 * @param reason why it was not tested; empty otherwise
 * @param blocked whether it was not tested because a required rule failed earlier in the case, or
 *     because the case was aborted
 */
public record Finding(
    @JsonIgnore String rule,
    @JsonProperty("case") String caseName,
    int step,
    Verdict verdict,
    String expected,
    String observed,
    String reason,
    @JsonIgnore boolean blocked) {

  /** Creates the finding of an expectation that was tested. */
  public Finding(
      String rule, String caseName, int step, Verdict verdict, String expected, String observed) {
    this(rule, caseName, step, verdict, expected, observed, "", false);
  }
}
