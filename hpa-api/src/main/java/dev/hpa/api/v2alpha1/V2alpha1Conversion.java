package dev.hpa.api.v2alpha1;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.flat.FlatMetricSpec;
import dev.hpa.api.flat.FlatMetricStatus;
import dev.hpa.api.v2beta1.HorizontalPodAutoscalerV2beta1;
import dev.hpa.api.v2beta1.V2beta1Conversion;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way between autoscaling/v2alpha1 and the hub: that of v2beta1 for the members this version
 * knows. All others, and behavior, are lost.
 */
public final class V2alpha1Conversion {

  private static final Set<String> TYPES =
      Set.of("", MetricSpec.OBJECT, MetricSpec.PODS, MetricSpec.RESOURCE);

  private V2alpha1Conversion() {}

  /** The object with the defaults of v2alpha1. */
  public static HorizontalPodAutoscalerV2alpha1 withDefaults(
      HorizontalPodAutoscalerV2alpha1 object) {
    return fromV2beta1(V2beta1Conversion.withDefaults(toV2beta1(object)));
  }

  /** The hub value. */
  public static HorizontalPodAutoscaler toHub(HorizontalPodAutoscalerV2alpha1 object) {
    return V2beta1Conversion.toHub(toV2beta1(object));
  }

  /** The v2alpha1 object of a hub value. */
  public static HorizontalPodAutoscalerV2alpha1 fromHub(HorizontalPodAutoscaler hub) {
    return fromV2beta1(V2beta1Conversion.fromHub(hub));
  }

  private static HorizontalPodAutoscalerV2beta1 toV2beta1(HorizontalPodAutoscalerV2alpha1 object) {
    return HorizontalPodAutoscalerV2beta1.of(
        ReservedAnnotations.scrub(object.metadata()), object.spec(), object.status());
  }

  private static HorizontalPodAutoscalerV2alpha1 fromV2beta1(
      HorizontalPodAutoscalerV2beta1 object) {
    return HorizontalPodAutoscalerV2alpha1.of(
        ReservedAnnotations.scrub(object.metadata()), object.spec(), object.status());
  }

  static HorizontalPodAutoscalerV2beta1.Spec known(HorizontalPodAutoscalerV2beta1.Spec spec) {
    List<FlatMetricSpec> metrics = spec.metrics();
    return new HorizontalPodAutoscalerV2beta1.Spec(
        spec.scaleTargetRef(),
        spec.minReplicas(),
        spec.maxReplicas(),
        metrics == null
            ? null
            : metrics.stream()
                .filter(metric -> TYPES.contains(metric.type()))
                .map(V2alpha1Conversion::known)
                .toList());
  }

  static HorizontalPodAutoscalerV2beta1.Status known(HorizontalPodAutoscalerV2beta1.Status status) {
    List<FlatMetricStatus> metrics = status.currentMetrics();
    return new HorizontalPodAutoscalerV2beta1.Status(
        status.observedGeneration(),
        status.lastScaleTime(),
        status.currentReplicas(),
        status.desiredReplicas(),
        metrics == null
            ? null
            : metrics.stream()
                .filter(metric -> TYPES.contains(metric.type()))
                .map(V2alpha1Conversion::known)
                .toList(),
        status.conditions());
  }

  private static FlatMetricSpec known(FlatMetricSpec metric) {
    return new FlatMetricSpec(
        metric.type(), known(metric.object()), known(metric.pods()), metric.resource(), null, null);
  }

  private static FlatMetricSpec.@Nullable ObjectSource known(
      FlatMetricSpec.@Nullable ObjectSource source) {
    return source == null
        ? null
        : new FlatMetricSpec.ObjectSource(
            source.target(), source.metricName(), source.targetValue(), null, null);
  }

  private static FlatMetricSpec.@Nullable PodsSource known(
      FlatMetricSpec.@Nullable PodsSource source) {
    return source == null
        ? null
        : new FlatMetricSpec.PodsSource(source.metricName(), source.targetAverageValue(), null);
  }

  private static FlatMetricStatus known(FlatMetricStatus metric) {
    return new FlatMetricStatus(
        metric.type(), known(metric.object()), known(metric.pods()), metric.resource(), null, null);
  }

  private static FlatMetricStatus.@Nullable ObjectReading known(
      FlatMetricStatus.@Nullable ObjectReading reading) {
    return reading == null
        ? null
        : new FlatMetricStatus.ObjectReading(
            reading.target(), reading.metricName(), reading.currentValue(), null, null);
  }

  private static FlatMetricStatus.@Nullable PodsReading known(
      FlatMetricStatus.@Nullable PodsReading reading) {
    return reading == null
        ? null
        : new FlatMetricStatus.PodsReading(
            reading.metricName(), reading.currentAverageValue(), null);
  }
}
