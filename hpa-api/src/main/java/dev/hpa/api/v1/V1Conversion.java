package dev.hpa.api.v1;

import dev.hpa.api.Behavior;
import dev.hpa.api.CpuUtilization;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.flat.BehaviorAnnotation;
import dev.hpa.api.flat.FlatConversionOptions;
import dev.hpa.api.flat.FlatMetricSpec;
import dev.hpa.api.flat.FlatMetricStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts between autoscaling/v1 and the hub. Fields that v1 lacks are stored in reserved
 * annotations; an annotation that cannot be decoded is ignored without an error.
 *
 * <p>The conversion loses information: only the first of several CPU utilization targets is kept, a
 * CPU target becomes the last metric, and unset metric values become 0.
 */
public final class V1Conversion {

  private V1Conversion() {}

  /**
   * Applies the defaults of v1 except the default metric, which {@link #toHub} applies; idempotent.
   */
  public static HorizontalPodAutoscalerV1 withDefaults(HorizontalPodAutoscalerV1 object) {
    HorizontalPodAutoscalerV1.Spec spec = object.spec();
    Integer minReplicas = spec.minReplicas();
    return HorizontalPodAutoscalerV1.of(
        object.metadata(),
        new HorizontalPodAutoscalerV1.Spec(
            spec.scaleTargetRef(),
            minReplicas == null ? HpaDefaults.MIN_REPLICAS : minReplicas,
            spec.maxReplicas(),
            spec.targetCPUUtilizationPercentage(),
            spec.syncPeriodSeconds()),
        object.status());
  }

  /**
   * Converts to the hub version. An object without metrics gets the default metric of 80 % CPU
   * utilization.
   */
  public static HorizontalPodAutoscaler toHub(
      HorizontalPodAutoscalerV1 object, FlatConversionOptions options) {
    ObjectMeta metadata = object.metadata();
    return HorizontalPodAutoscaler.of(
        ReservedAnnotations.scrub(metadata),
        new HpaSpec(
            object.spec().scaleTargetRef(),
            object.spec().minReplicas(),
            object.spec().maxReplicas(),
            metrics(metadata, object.spec().targetCPUUtilizationPercentage(), options),
            BehaviorAnnotation.read(
                ReservedAnnotations.get(metadata, ReservedAnnotations.BEHAVIOR)),
            object.spec().syncPeriodSeconds()),
        status(metadata, object.status()));
  }

  /** Converts from the hub version. */
  public static HorizontalPodAutoscalerV1 fromHub(
      HorizontalPodAutoscaler hub, FlatConversionOptions options) {
    HpaSpec spec = hub.spec();
    HpaStatus status = hub.status();
    return HorizontalPodAutoscalerV1.of(
        ReservedAnnotations.replace(hub.metadata(), annotations(hub, options)),
        new HorizontalPodAutoscalerV1.Spec(
            spec.scaleTargetRef(),
            spec.minReplicas(),
            spec.maxReplicas(),
            CpuUtilization.first(spec.metricsOrEmpty()),
            spec.syncPeriodSeconds()),
        new HorizontalPodAutoscalerV1.Status(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            CpuUtilization.last(status.currentMetricsOrEmpty())));
  }

  private static List<MetricSpec> metrics(
      ObjectMeta metadata, @Nullable Integer cpuUtilization, FlatConversionOptions options) {
    List<MetricSpec> metrics = new ArrayList<>();
    List<FlatMetricSpec> annotated =
        readList(metadata, ReservedAnnotations.METRICS, FlatMetricSpec.class);
    if (annotated != null) {
      annotated.forEach(flat -> metrics.add(flat.toHub(options)));
    }
    if (cpuUtilization != null) {
      metrics.add(CpuUtilization.metric(cpuUtilization));
    }
    return metrics.isEmpty() ? List.of(HpaDefaults.METRIC) : metrics;
  }

  private static HpaStatus status(ObjectMeta metadata, HorizontalPodAutoscalerV1.Status status) {
    return new HpaStatus(
        status.observedGeneration(),
        status.lastScaleTime(),
        status.currentReplicas(),
        status.desiredReplicas(),
        currentMetrics(metadata, status.currentCPUUtilizationPercentage()),
        readList(metadata, ReservedAnnotations.CONDITIONS, HpaCondition.class));
  }

  /** The annotation takes precedence over the field, even if it is an empty list. */
  private static @Nullable List<MetricStatus> currentMetrics(
      ObjectMeta metadata, @Nullable Integer cpuUtilization) {
    List<FlatMetricStatus> annotated =
        readList(metadata, ReservedAnnotations.CURRENT_METRICS, FlatMetricStatus.class);
    if (annotated != null) {
      return annotated.stream().map(FlatMetricStatus::toHub).toList();
    }
    return cpuUtilization == null ? null : List.of(CpuUtilization.reading(cpuUtilization));
  }

  private static Map<String, String> annotations(
      HorizontalPodAutoscaler hub, FlatConversionOptions options) {
    Map<String, String> annotations = new HashMap<>();
    List<FlatMetricSpec> metrics =
        hub.spec().metricsOrEmpty().stream()
            .filter(metric -> CpuUtilization.of(metric) == null)
            .map(metric -> FlatMetricSpec.fromHub(metric, options))
            .toList();
    if (!metrics.isEmpty()) {
      annotations.put(ReservedAnnotations.METRICS, Json.text(metrics));
    }
    List<FlatMetricStatus> currentMetrics =
        hub.status().currentMetricsOrEmpty().stream().map(FlatMetricStatus::fromHub).toList();
    if (!currentMetrics.isEmpty()) {
      annotations.put(ReservedAnnotations.CURRENT_METRICS, Json.text(currentMetrics));
    }
    Behavior behavior = hub.spec().behavior();
    if (behavior != null) {
      annotations.put(ReservedAnnotations.BEHAVIOR, BehaviorAnnotation.write(behavior, options));
    }
    List<HpaCondition> conditions = hub.status().conditionsOrEmpty();
    if (!conditions.isEmpty()) {
      annotations.put(ReservedAnnotations.CONDITIONS, Json.text(conditions));
    }
    return annotations;
  }

  /** Decodes the list in an annotation; returns null if it is absent or malformed. */
  private static <T extends Record> @Nullable List<T> readList(
      ObjectMeta metadata, String key, Class<T> elementType) {
    String text = ReservedAnnotations.get(metadata, key);
    if (text == null) {
      return null;
    }
    try {
      return Json.readListAnnotation(text, elementType);
    } catch (JsonFormatException e) {
      return null;
    }
  }
}
