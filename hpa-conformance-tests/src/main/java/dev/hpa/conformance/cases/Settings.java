package dev.hpa.conformance.cases;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the implementation has to be set so that cases take seconds: the values of the flags of
 * kube-controller-manager with these names.
 *
 * @param syncPeriod {@code --horizontal-pod-autoscaler-sync-period}, and the measure of patience
 * @param downscaleStabilization {@code --horizontal-pod-autoscaler-downscale-stabilization}
 * @param cpuInitializationPeriod {@code --horizontal-pod-autoscaler-cpu-initialization-period}
 * @param initialReadinessDelay {@code --horizontal-pod-autoscaler-initial-readiness-delay}
 */
public record Settings(
    Duration syncPeriod,
    Duration downscaleStabilization,
    Duration cpuInitializationPeriod,
    Duration initialReadinessDelay) {

  /** The usual tolerance, which no case changes. */
  public static final double TOLERANCE = 0.1;

  /** A second, and windows of a few of them. */
  public static final Settings USUAL =
      new Settings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(6),
          Duration.ofSeconds(300),
          Duration.ofSeconds(30));

  /** So many sync periods. */
  public Duration periods(int count) {
    return syncPeriod.multipliedBy(count);
  }

  /** The values of the placeholders of a command. */
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
