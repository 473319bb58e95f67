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
 * Converts between autoscaling/v2alpha1 and the hub, like v2beta1 for the fields that v2alpha1
 * supports. All other fields, and {@code behavior}, are dropped.
 */
public final class V2alpha1Conversion {

  private static final Set<String> SUPPORTED_TYPES =
      Set.of("", MetricSpec.OBJECT, MetricSpec.PODS, MetricSpec.RESOURCE);

  private V2alpha1Conversion() {}

  /** Applies the defaults of v2alpha1; idempotent. */
  public static HorizontalPodAutoscalerV2alpha1 withDefaults(
      HorizontalPodAutoscalerV2alpha1 object) {
    return fromV2beta1(V2beta1Conversion.withDefaults(toV2beta1(object)));
  }

  /** Converts to the hub version. */
  public static HorizontalPodAutoscaler toHub(HorizontalPodAutoscalerV2alpha1 object) {
    return V2beta1Conversion.toHub(toV2beta1(object));
  }

  /** Converts from the hub version. */
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

  static HorizontalPodAutoscalerV2beta1.Spec supported(HorizontalPodAutoscalerV2beta1.Spec spec) {
    List<FlatMetricSpec> metrics = spec.metrics();
    return new HorizontalPodAutoscalerV2beta1.Spec(
        spec.scaleTargetRef(),
        spec.minReplicas(),
        spec.maxReplicas(),
        metrics == null
            ? null
            : metrics.stream()
                .filter(metric -> SUPPORTED_TYPES.contains(metric.type()))
                .map(V2alpha1Conversion::supported)
                .toList());
  }

  static HorizontalPodAutoscalerV2beta1.Status supported(
      HorizontalPodAutoscalerV2beta1.Status status) {
    List<FlatMetricStatus> metrics = status.currentMetrics();
    return new HorizontalPodAutoscalerV2beta1.Status(
        status.observedGeneration(),
        status.lastScaleTime(),
        status.currentReplicas(),
        status.desiredReplicas(),
        metrics == null
            ? null
            : metrics.stream()
                .filter(metric -> SUPPORTED_TYPES.contains(metric.type()))
                .map(V2alpha1Conversion::supported)
                .toList(),
        status.conditions());
  }

  private static FlatMetricSpec supported(FlatMetricSpec metric) {
    return new FlatMetricSpec(
        metric.type(),
        supported(metric.object()),
        supported(metric.pods()),
        metric.resource(),
        null,
        null);
  }

  private static FlatMetricSpec.@Nullable ObjectSource supported(
      FlatMetricSpec.@Nullable ObjectSource source) {
    return source == null
        ? null
        : new FlatMetricSpec.ObjectSource(
            source.target(), source.metricName(), source.targetValue(), null, null);
  }

  private static FlatMetricSpec.@Nullable PodsSource supported(
      FlatMetricSpec.@Nullable PodsSource source) {
    return source == null
        ? null
        : new FlatMetricSpec.PodsSource(source.metricName(), source.targetAverageValue(), null);
  }

  private static FlatMetricStatus supported(FlatMetricStatus metric) {
    return new FlatMetricStatus(
        metric.type(),
        supported(metric.object()),
        supported(metric.pods()),
        metric.resource(),
        null,
        null);
  }

  private static FlatMetricStatus.@Nullable ObjectStatus supported(
      FlatMetricStatus.@Nullable ObjectStatus status) {
    return status == null
        ? null
        : new FlatMetricStatus.ObjectStatus(
            status.target(), status.metricName(), status.currentValue(), null, null);
  }

  private static FlatMetricStatus.@Nullable PodsStatus supported(
      FlatMetricStatus.@Nullable PodsStatus status) {
    return status == null
        ? null
        : new FlatMetricStatus.PodsStatus(status.metricName(), status.currentAverageValue(), null);
  }
}
