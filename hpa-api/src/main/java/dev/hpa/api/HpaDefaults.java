package dev.hpa.api;

import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The defaults that the API server applies after decoding autoscaling/v2, for requests and for
 * stored objects. A field that is set replaces its default as a whole; lists are not merged.
 */
public final class HpaDefaults {

  /** Default of {@code minReplicas}. */
  public static final int MIN_REPLICAS = 1;

  /** Target CPU utilization, in percent of the requests, of an autoscaler without metrics. */
  public static final int CPU_UTILIZATION = 80;

  /** The default metric. */
  public static final MetricSpec METRIC = CpuUtilization.metric(CPU_UTILIZATION);

  private static final ScalingRules SCALE_UP =
      new ScalingRules(
          0,
          ScalingRules.MAX,
          List.of(
              new ScalingPolicy(ScalingPolicy.PODS, 4, 15),
              new ScalingPolicy(ScalingPolicy.PERCENT, 100, 15)),
          null);

  /** The window stays unset: the controller applies its configured default. */
  private static final ScalingRules SCALE_DOWN =
      new ScalingRules(
          null, ScalingRules.MAX, List.of(new ScalingPolicy(ScalingPolicy.PERCENT, 100, 15)), null);

  private HpaDefaults() {}

  /** Applies the defaults; idempotent. */
  public static HorizontalPodAutoscaler apply(HorizontalPodAutoscaler autoscaler) {
    return autoscaler.withSpec(apply(autoscaler.spec()));
  }

  /** Applies the defaults of a spec; idempotent. */
  public static HpaSpec apply(HpaSpec spec) {
    return spec.withReplicas(spec.minReplicasOrDefault(), spec.maxReplicas())
        .withMetrics(metrics(spec.metrics()))
        .withBehavior(behavior(spec.behavior()));
  }

  private static List<MetricSpec> metrics(@Nullable List<MetricSpec> metrics) {
    return metrics == null || metrics.isEmpty() ? List.of(METRIC) : metrics;
  }

  /** An absent behavior stays absent: the controller then applies different rules. */
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
