package dev.hpa.controller.shadow;

import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A single setting with another value, which may explain differences.
 *
 * @param setting the name of the setting
 * @param value the other value
 */
record Alternative(String setting, String value, Settings settings) {

  private static final double[] TOLERANCES = {
    0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.75, 1
  };
  private static final int[] WINDOWS = {0, 30, 60, 120, 180, 240, 300, 600, 900, 1800, 3600};
  private static final int[] POD_TIMES = {0, 10, 30, 60, 120, 300, 600};

  /** Common values of each setting that differ from given settings, ascending. */
  static List<Alternative> to(Settings own) {
    List<Alternative> all = new ArrayList<>();
    for (double each : TOLERANCES) {
      String value = String.format(Locale.ROOT, "%.2f", each);
      all.add(new Alternative("tolerance", value, own.copy().tolerance(each).build()));
    }
    for (int each : WINDOWS) {
      all.add(of("downscale stabilization", each, own.copy()::downscaleStabilization));
    }
    for (int each : POD_TIMES) {
      all.add(of("CPU initialization period", each, own.copy()::cpuInitializationPeriod));
    }
    for (int each : POD_TIMES) {
      all.add(of("initial readiness delay", each, own.copy()::initialReadinessDelay));
    }
    boolean configurable = !own.configurableTolerance();
    all.add(
        ofGate(
            "HPAConfigurableTolerance",
            configurable,
            own.copy().configurableTolerance(configurable)));
    boolean podLevel = !own.podLevelResources();
    all.add(ofGate("PodLevelResources", podLevel, own.copy().podLevelResources(podLevel)));
    all.removeIf(each -> each.settings().equals(own));
    return List.copyOf(all);
  }

  private static Alternative of(
      String setting, int seconds, Function<Duration, Settings.Builder> settings) {
    return new Alternative(
        setting, seconds + "s", settings.apply(Duration.ofSeconds(seconds)).build());
  }

  private static Alternative ofGate(String gate, boolean value, Settings.Builder settings) {
    return new Alternative("feature gate " + gate, String.valueOf(value), settings.build());
  }
}
