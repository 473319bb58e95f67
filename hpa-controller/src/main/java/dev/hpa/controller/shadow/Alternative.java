package dev.hpa.controller.shadow;

import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
      all.add(new Alternative("tolerance", value, own.withTolerance(each)));
    }
    for (int each : WINDOWS) {
      all.add(of("downscale stabilization", each, own::withDownscaleStabilization));
    }
    for (int each : POD_TIMES) {
      all.add(of("CPU initialization period", each, own::withCpuInitializationPeriod));
    }
    for (int each : POD_TIMES) {
      all.add(of("initial readiness delay", each, own::withInitialReadinessDelay));
    }
    all.add(
        new Alternative(
            "feature gate HPAConfigurableTolerance",
            String.valueOf(!own.configurableTolerance()),
            own.withConfigurableTolerance(!own.configurableTolerance())));
    all.add(
        new Alternative(
            "feature gate PodLevelResources",
            String.valueOf(!own.podLevelResources()),
            own.withPodLevelResources(!own.podLevelResources())));
    all.removeIf(each -> each.settings().equals(own));
    return List.copyOf(all);
  }

  /** Settings with another duration. */
  @FunctionalInterface
  private interface OfDuration {
    Settings with(Duration value);
  }

  private static Alternative of(String setting, int seconds, OfDuration settings) {
    return new Alternative(setting, seconds + "s", settings.with(Duration.ofSeconds(seconds)));
  }
}
