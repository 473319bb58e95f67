package dev.hpa.conformance.cases;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of the implementation that keep cases short: values of the flags of
 * kube-controller-manager.
 *
 * @param syncPeriod {@code --horizontal-pod-autoscaler-sync-period}; timeouts of the suite are
 *     multiples of it
 * @param downscaleStabilization {@code --horizontal-pod-autoscaler-downscale-stabilization}
 * @param cpuInitializationPeriod {@code --horizontal-pod-autoscaler-cpu-initialization-period}
 * @param initialReadinessDelay {@code --horizontal-pod-autoscaler-initial-readiness-delay}
 */
public record Settings(
    Duration syncPeriod,
    Duration downscaleStabilization,
    Duration cpuInitializationPeriod,
    Duration initialReadinessDelay) {

  /** {@code --horizontal-pod-autoscaler-tolerance}, the same for all cases. */
  public static final double TOLERANCE = 0.1;

  /** A sync period of 1 s and a stabilization window of 6 s. */
  public static final Settings DEFAULT =
      new Settings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(6),
          Duration.ofSeconds(300),
          Duration.ofSeconds(30));

  /** Returns the duration of this many sync periods. */
  public Duration periods(int count) {
    return syncPeriod.multipliedBy(count);
  }

  /** Returns the values of the placeholders of a command template, by name. */
  public Map<String, String> placeholders() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("sync-period", text(syncPeriod));
    values.put("downscale-stabilization", text(downscaleStabilization));
    values.put("cpu-initialization-period", text(cpuInitializationPeriod));
    values.put("initial-readiness-delay", text(initialReadinessDelay));
    values.put("tolerance", String.valueOf(TOLERANCE));
    return values;
  }

  private static String text(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
