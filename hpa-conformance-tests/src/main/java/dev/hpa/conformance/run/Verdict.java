package dev.hpa.conformance.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The verdict on an expectation, a case or a rule. */
public enum Verdict {
  PASSED,
  FAILED,

  /** The run could not show whether it holds; the result contains the reason. */
  NOT_TESTED,

  /** Not part of the run: not selected, declared unsupported, or not possible in the cluster. */
  SKIPPED;

  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
