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
 * The way between autoscaling/v1 and the hub. What v1 has no field for travels in reserved
 * annotations; one that does not parse is ignored as a whole and without an error.
 *
 * <p>Not everything survives: of several CPU utilization targets only the first reaches v1, a CPU
 * target comes back as the last metric, and readings that were unset come back as zero.
 */
public final class V1Conversion {

  private V1Conversion() {}

  /** The object with the defaults of v1; its default metric is a matter of {@link #toHub}. */
  public static HorizontalPodAutoscalerV1 withDefaults(HorizontalPodAutoscalerV1 object) {
    HorizontalPodAutoscalerV1.Spec spec = object.spec();
    Integer minReplicas = spec.minReplicas();
    return HorizontalPodAutoscalerV1.of(
        object.metadata(),
        new HorizontalPodAutoscalerV1.Spec(
            spec.scaleTargetRef(),
            minReplicas == null ? HpaDefaults.MIN_REPLICAS : minReplicas,
            spec.maxReplicas(),
            spec.targetCPUUtilizationPercentage()),
        object.status());
  }

  /** The hub value; without any metric it scales by CPU utilization 80 %. */
  public static HorizontalPodAutoscaler toHub(
      HorizontalPodAutoscalerV1 object, FlatConversionOptions dialect) {
    ObjectMeta metadata = object.metadata();
    return HorizontalPodAutoscaler.of(
        ReservedAnnotations.scrub(metadata),
        new HpaSpec(
            object.spec().scaleTargetRef(),
            object.spec().minReplicas(),
            object.spec().maxReplicas(),
            metrics(metadata, object.spec().targetCPUUtilizationPercentage(), dialect),
            BehaviorAnnotation.read(
                ReservedAnnotations.get(metadata, ReservedAnnotations.BEHAVIOR))),
        status(metadata, object.status()));
  }

  /** The v1 object of a hub value. */
  public static HorizontalPodAutoscalerV1 fromHub(
      HorizontalPodAutoscaler hub, FlatConversionOptions dialect) {
    HpaSpec spec = hub.spec();
    HpaStatus status = hub.status();
    return HorizontalPodAutoscalerV1.of(
        ReservedAnnotations.replace(hub.metadata(), annotations(hub, dialect)),
        new HorizontalPodAutoscalerV1.Spec(
            spec.scaleTargetRef(),
            spec.minReplicas(),
            spec.maxReplicas(),
            CpuUtilization.first(spec.metricsOrEmpty())),
        new HorizontalPodAutoscalerV1.Status(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            CpuUtilization.last(status.currentMetricsOrEmpty())));
  }

  private static List<MetricSpec> metrics(
      ObjectMeta metadata, @Nullable Integer cpuUtilization, FlatConversionOptions dialect) {
    List<MetricSpec> metrics = new ArrayList<>();
    List<FlatMetricSpec> annotated =
        readList(metadata, ReservedAnnotations.METRICS, FlatMetricSpec.class);
    if (annotated != null) {
      annotated.forEach(flat -> metrics.add(flat.toHub(dialect)));
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

  /** The annotation beats the field, even when it is an empty list. */
  private static @Nullable List<MetricStatus> currentMetrics(
      ObjectMeta metadata, @Nullable Integer cpuUtilization) {
    List<FlatMetricStatus> annotated =
        readList(metadata, ReservedAnnotations.CURRENT_METRICS, FlatMetricStatus.class);
    if (annotated != null) {
      return annotated.stream().map(FlatMetricStatus::toHub).toList();
    }
    return cpuUtilization == null ? null : List.of(CpuUtilization.reading(cpuUtilization));
  }

  private static Map<String, String> annotations(HorizontalPodAutoscaler hub, FlatConversionOptions dialect) {
    Map<String, String> annotations = new HashMap<>();
    List<FlatMetricSpec> metrics =
        hub.spec().metricsOrEmpty().stream()
            .filter(metric -> CpuUtilization.of(metric) == null)
            .map(metric -> FlatMetricSpec.fromHub(metric, dialect))
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
      annotations.put(ReservedAnnotations.BEHAVIOR, BehaviorAnnotation.write(behavior, dialect));
    }
    List<HpaCondition> conditions = hub.status().conditionsOrEmpty();
    if (!conditions.isEmpty()) {
      annotations.put(ReservedAnnotations.CONDITIONS, Json.text(conditions));
    }
    return annotations;
  }

  /** The list in the annotation; null if there is none or it does not parse. */
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
