package dev.hpa.conformance.run;

import java.util.Locale;

/** The verdict on an expectation, a case or a rule. */
public enum Verdict {
  PASSED,
  FAILED,

  /** Not tested; the result contains the reason. */
  SKIPPED,

  /** An earlier step of the case failed. */
  NOT_REACHED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
