package dev.hpa.api.v2beta1;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.flat.BehaviorAnnotation;
import dev.hpa.api.flat.FlatConversionOptions;
import dev.hpa.api.flat.FlatMetricSpec;
import dev.hpa.api.flat.FlatMetricStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts between autoscaling/v2beta1 and the hub, with the losses of Kubernetes 1.28, the last
 * release with this conversion: the container name of a ContainerResource metric is dropped from
 * specs, and an Object metric with an average value gets a target value of 0.
 */
public final class V2beta1Conversion {

  private V2beta1Conversion() {}

  /** Applies the defaults of v2beta1; idempotent. */
  public static HorizontalPodAutoscalerV2beta1 withDefaults(HorizontalPodAutoscalerV2beta1 object) {
    HorizontalPodAutoscalerV2beta1.Spec spec = object.spec();
    Integer minReplicas = spec.minReplicas();
    List<FlatMetricSpec> metrics = spec.metrics();
    return HorizontalPodAutoscalerV2beta1.of(
        object.metadata(),
        new HorizontalPodAutoscalerV2beta1.Spec(
            spec.scaleTargetRef(),
            minReplicas == null ? HpaDefaults.MIN_REPLICAS : minReplicas,
            spec.maxReplicas(),
            metrics == null || metrics.isEmpty()
                ? List.of(FlatMetricSpec.fromHub(HpaDefaults.METRIC, FlatConversionOptions.V2BETA1))
                : metrics),
        object.status());
  }

  /** Converts to the hub; a malformed {@code behavior} annotation is ignored. */
  public static HorizontalPodAutoscaler toHub(HorizontalPodAutoscalerV2beta1 object) {
    HorizontalPodAutoscalerV2beta1.Spec spec = object.spec();
    HorizontalPodAutoscalerV2beta1.Status status = object.status();
    Function<FlatMetricSpec, MetricSpec> toHub =
        metric -> metric.toHub(FlatConversionOptions.V2BETA1);
    return HorizontalPodAutoscaler.of(
        ReservedAnnotations.scrub(object.metadata()),
        new HpaSpec(
            spec.scaleTargetRef(),
            spec.minReplicas(),
            spec.maxReplicas(),
            convertAll(spec.metrics(), toHub),
            BehaviorAnnotation.read(
                ReservedAnnotations.get(object.metadata(), ReservedAnnotations.BEHAVIOR))),
        new HpaStatus(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            convertAll(status.currentMetrics(), FlatMetricStatus::toHub),
            status.conditions()));
  }

  /** Converts from the hub version. */
  public static HorizontalPodAutoscalerV2beta1 fromHub(HorizontalPodAutoscaler hub) {
    HpaSpec spec = hub.spec();
    HpaStatus status = hub.status();
    Function<MetricSpec, FlatMetricSpec> fromHub =
        metric -> FlatMetricSpec.fromHub(metric, FlatConversionOptions.V2BETA1);
    Function<MetricStatus, FlatMetricStatus> fromHubStatus = FlatMetricStatus::fromHub;
    return HorizontalPodAutoscalerV2beta1.of(
        ReservedAnnotations.replace(hub.metadata(), annotations(spec.behavior())),
        new HorizontalPodAutoscalerV2beta1.Spec(
            spec.scaleTargetRef(),
            spec.minReplicas(),
            spec.maxReplicas(),
            convertAll(spec.metrics(), fromHub)),
        new HorizontalPodAutoscalerV2beta1.Status(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            convertAll(status.currentMetrics(), fromHubStatus),
            status.conditions()));
  }

  private static Map<String, String> annotations(@Nullable Behavior behavior) {
    return behavior == null
        ? Map.of()
        : Map.of(
            ReservedAnnotations.BEHAVIOR,
            BehaviorAnnotation.write(behavior, FlatConversionOptions.V2BETA1));
  }

  /** Converts convertAll element; null stays null. */
  private static <A, B> @Nullable List<B> convertAll(
      @Nullable List<A> list, Function<A, B> conversion) {
    return list == null ? null : list.stream().map(conversion).toList();
  }
}
