package dev.hpa.conformance.cases;

import java.util.Locale;

/** How an implementation is run; each is a process of its own. */
public enum RunProfile {

  /** From before the first case to after the last one. */
  USUAL("HPAScaleToZero=false"),

  /** With the feature gate HPAScaleToZero. */
  SCALE_TO_ZERO("HPAScaleToZero=true"),

  /** Cases end it and start it again, all of them at the same time. */
  RESTARTED("HPAScaleToZero=false");

  private final String featureGates;

  RunProfile(String featureGates) {
    this.featureGates = featureGates;
  }

  /** The value of {@code --feature-gates}. */
  public String featureGates() {
    return featureGates;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
