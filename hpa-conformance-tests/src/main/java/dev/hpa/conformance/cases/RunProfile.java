package dev.hpa.conformance.cases;

import java.util.Locale;

/** How the implementation is started. Each profile runs in a separate process. */
public enum RunProfile {

  /** One process for all cases, without HPAScaleToZero. */
  DEFAULT("HPAScaleToZero=false"),

  /** With the feature gate HPAScaleToZero. */
  SCALE_TO_ZERO("HPAScaleToZero=true"),

  /** The process is restarted once, when all cases of the profile have requested it. */
  RESTARTED("HPAScaleToZero=false");

  private final String featureGates;

  RunProfile(String featureGates) {
    this.featureGates = featureGates;
  }

  /** Returns the value of {@code --feature-gates}. */
  public String featureGates() {
    return featureGates;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
