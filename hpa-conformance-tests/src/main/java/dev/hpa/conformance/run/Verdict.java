package dev.hpa.conformance.run;

import java.util.Locale;

/** What is said of an expectation, a case or a rule. */
public enum Verdict {
  PASSED,
  FAILED,

  /** Not tried, for a reason that is told. */
  SKIPPED,

  /** A case did not get that far. */
  NOT_REACHED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
