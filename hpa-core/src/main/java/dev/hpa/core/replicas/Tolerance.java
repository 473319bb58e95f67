package dev.hpa.core.replicas;

import dev.hpa.api.Behavior;
import dev.hpa.api.HpaSpec;
import dev.hpa.core.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * The ratios around 1 that cause no scaling: the closed interval from {@code 1 - down} to {@code 1
 * + up}.
 */
public record Tolerance(double down, double up) {

  /**
   * The tolerance of an autoscaler: {@code spec.behavior.*.tolerance} if set and the gate
   * HPAConfigurableTolerance is on, else that of the settings.
   */
  public static Tolerance of(HpaSpec spec, Settings settings) {
    Behavior behavior = spec.behavior();
    if (behavior == null || !settings.configurableTolerance()) {
      return new Tolerance(settings.tolerance(), settings.tolerance());
    }
    return new Tolerance(of(behavior.scaleDown(), settings), of(behavior.scaleUp(), settings));
  }

  private static double of(Behavior.@Nullable ScalingRules rules, Settings settings) {
    return rules == null || rules.tolerance() == null
        ? settings.tolerance()
        : rules.tolerance().approximateDouble(settings.quantities());
  }

  /** Never true for NaN. */
  public boolean contains(double ratio) {
    return 1.0 - down <= ratio && ratio <= 1.0 + up;
  }
}
