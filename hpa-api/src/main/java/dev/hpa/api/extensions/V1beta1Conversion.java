package dev.hpa.api.extensions;

import dev.hpa.api.CpuUtilization;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.ReservedAnnotations;
import dev.hpa.api.extensions.HorizontalPodAutoscalerV1beta1.CpuTarget;
import dev.hpa.api.extensions.HorizontalPodAutoscalerV1beta1.Spec;
import dev.hpa.api.extensions.HorizontalPodAutoscalerV1beta1.SubresourceReference;
import dev.hpa.api.v1.HorizontalPodAutoscalerV1;
import java.util.List;

/**
 * Converts between extensions/v1beta1 and the hub. Only the CPU utilization, the scale reference
 * and the replica counts are kept.
 */
public final class V1beta1Conversion {

  private V1beta1Conversion() {}

  /** Applies the defaults of extensions/v1beta1; idempotent. */
  public static HorizontalPodAutoscalerV1beta1 withDefaults(HorizontalPodAutoscalerV1beta1 object) {
    Integer minReplicas = object.spec().minReplicas();
    CpuTarget target = object.spec().cpuUtilization();
    return HorizontalPodAutoscalerV1beta1.of(
        object.metadata(),
        new Spec(
            object.spec().scaleRef(),
            minReplicas == null ? HpaDefaults.MIN_REPLICAS : minReplicas,
            object.spec().maxReplicas(),
            target == null ? new CpuTarget(HpaDefaults.CPU_UTILIZATION) : target),
        object.status());
  }

  /** Converts to the hub version. */
  public static HorizontalPodAutoscaler toHub(HorizontalPodAutoscalerV1beta1 object) {
    Spec spec = object.spec();
    HorizontalPodAutoscalerV1.Status status = object.status();
    CpuTarget target = spec.cpuUtilization();
    Integer current = status.currentCPUUtilizationPercentage();
    return HorizontalPodAutoscaler.of(
        ReservedAnnotations.scrub(object.metadata()),
        new HpaSpec(
            reference(spec.scaleRef()),
            spec.minReplicas(),
            spec.maxReplicas(),
            target == null ? null : List.of(CpuUtilization.metric(target.targetPercentage())),
            null),
        new HpaStatus(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            current == null ? null : List.of(CpuUtilization.reading(current)),
            null));
  }

  /** Converts from the hub version. */
  public static HorizontalPodAutoscalerV1beta1 fromHub(HorizontalPodAutoscaler hub) {
    CrossVersionObjectReference target = hub.spec().scaleTargetRef();
    Integer percent = CpuUtilization.first(hub.spec().metricsOrEmpty());
    HpaStatus status = hub.status();
    return HorizontalPodAutoscalerV1beta1.of(
        ReservedAnnotations.scrub(hub.metadata()),
        new Spec(
            new SubresourceReference(target.kind(), target.name(), target.apiVersion(), "scale"),
            hub.spec().minReplicas(),
            hub.spec().maxReplicas(),
            percent == null ? null : new CpuTarget(percent)),
        new HorizontalPodAutoscalerV1.Status(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            CpuUtilization.last(status.currentMetricsOrEmpty())));
  }

  private static CrossVersionObjectReference reference(SubresourceReference reference) {
    String kind = reference.kind();
    String name = reference.name();
    return new CrossVersionObjectReference(
        kind == null ? "" : kind, name == null ? "" : name, reference.apiVersion());
  }
}
