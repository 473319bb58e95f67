package dev.hpa.api;

import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the API server fills in after decoding autoscaling/v2, on requests and on reads from storage
 * alike. A member the user set replaces its default as a whole; lists are not merged.
 */
public final class HpaDefaults {

  /** Replicas below which nothing scales unless the user says otherwise. */
  public static final int MIN_REPLICAS = 1;

  /** Percent of the requested CPU that is held when the user names no metric. */
  public static final int CPU_UTILIZATION = 80;

  /** The metric of an autoscaler that names none. */
  public static final MetricSpec METRIC = CpuUtilization.metric(CPU_UTILIZATION);

  private static final ScalingRules SCALE_UP =
      new ScalingRules(
          0,
          ScalingRules.MAX,
          List.of(
              new ScalingPolicy(ScalingPolicy.PODS, 4, 15),
              new ScalingPolicy(ScalingPolicy.PERCENT, 100, 15)),
          null);

  /** The window stays unset: the controller puts its own in place of it. */
  private static final ScalingRules SCALE_DOWN =
      new ScalingRules(
          null, ScalingRules.MAX, List.of(new ScalingPolicy(ScalingPolicy.PERCENT, 100, 15)), null);

  private HpaDefaults() {}

  /** The autoscaler with its defaults; applying them twice changes nothing more. */
  public static HorizontalPodAutoscaler apply(HorizontalPodAutoscaler autoscaler) {
    return autoscaler.withSpec(apply(autoscaler.spec()));
  }

  /** The spec with its defaults. */
  public static HpaSpec apply(HpaSpec spec) {
    return new HpaSpec(
        spec.scaleTargetRef(),
        spec.minReplicasOrDefault(),
        spec.maxReplicas(),
        metrics(spec.metrics()),
        behavior(spec.behavior()));
  }

  private static List<MetricSpec> metrics(@Nullable List<MetricSpec> metrics) {
    return metrics == null || metrics.isEmpty() ? List.of(METRIC) : metrics;
  }

  /** An absent behavior stays absent, since the controller then scales by other rules. */
  private static @Nullable Behavior behavior(@Nullable Behavior behavior) {
    return behavior == null
        ? null
        : new Behavior(
            rules(behavior.scaleUp(), SCALE_UP), rules(behavior.scaleDown(), SCALE_DOWN));
  }

  private static ScalingRules rules(@Nullable ScalingRules given, ScalingRules defaults) {
    if (given == null) {
      return defaults;
    }
    Integer window = given.stabilizationWindowSeconds();
    String select = given.selectPolicy();
    List<ScalingPolicy> policies = given.policies();
    return new ScalingRules(
        window == null ? defaults.stabilizationWindowSeconds() : window,
        select == null ? defaults.selectPolicy() : select,
        policies == null ? defaults.policies() : policies,
        given.tolerance());
  }
}
