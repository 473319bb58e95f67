package dev.hpa.core.replicas;

import dev.hpa.core.pods.Pod;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamFix;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the calculation of a per-pod metric treats a pod, and why.
 *
 * <p>In this order: deleted and failed pods are ignored, and completed ones with {@link
 * UpstreamFix#SUCCEEDED_PODS}; pending pods are unready; pods without a value are missing; for CPU,
 * pods whose samples may be distorted by their start are unready; all others are ready. During the
 * CPU initialization period a CPU sample is used if the pod is ready and the sample's window began
 * after the pod became ready. Afterwards it is used unless the pod is not ready and its Ready
 * condition has not changed since the initial readiness delay. The rules are those of upstream's
 * {@code groupPods}.
 */
public enum PodClassification {
  COUNTS(Group.READY, "counted"),
  DELETED(Group.IGNORED, "being deleted"),
  FAILED(Group.IGNORED, "failed"),
  SUCCEEDED(Group.IGNORED, "completed (phase Succeeded)"),
  PENDING(Group.UNREADY, "pending"),
  COMPLETED(Group.MISSING, "completed (phase Succeeded) and without a value"),
  LOST(Group.MISSING, "in phase Unknown and without a value"),
  WITHOUT_VALUE(Group.MISSING, "without a value"),
  WITHOUT_STATUS(Group.UNREADY, "without start time or Ready condition"),
  YOUNG_AND_NOT_READY(Group.UNREADY, "not ready within the CPU initialization period"),
  SAMPLED_TOO_EARLY(Group.UNREADY, "sampled before being ready for a whole window"),
  NEVER_READY(Group.UNREADY, "not ready since soon after the start"),
  /** A value without a pod: the source returned it for one that does not exist or match. */
  NO_POD(Group.READY, "without a pod");

  /** The treatment of a pod in the calculation. */
  public enum Group {
    /** Its value is used. */
    READY,
    /** Its value is assumed to be 0 for a scale-up; it is ignored for a scale-down. */
    UNREADY,
    /**
     * Its value is assumed to be 0 for a scale-up, and the target (at least 100 % of the request
     * for utilization) for a scale-down.
     */
    MISSING,
    /** It is not part of the calculation. */
    IGNORED
  }

  private final Group group;
  private final String words;

  PodClassification(Group group, String words) {
    this.group = group;
    this.words = words;
  }

  public Group group() {
    return group;
  }

  /** The reason as a phrase that follows a pod count, such as "pending". */
  public String words() {
    return words;
  }

  public static PodClassification of(
      Pod pod, @Nullable PodValue value, String resource, Settings settings, Instant now) {
    if (pod.deleted()) {
      return DELETED;
    }
    if (pod.phase() == Pod.Phase.FAILED) {
      return FAILED;
    }
    if (pod.phase() == Pod.Phase.SUCCEEDED && settings.has(UpstreamFix.SUCCEEDED_PODS)) {
      return SUCCEEDED;
    }
    if (pod.phase() == Pod.Phase.PENDING) {
      return PENDING;
    }
    if (value == null) {
      return withoutValue(pod.phase());
    }
    return resource.equals("cpu") ? classifyCpuSample(pod, value, settings, now) : COUNTS;
  }

  private static PodClassification withoutValue(Pod.Phase phase) {
    return switch (phase) {
      case SUCCEEDED -> COMPLETED;
      case UNKNOWN -> LOST;
      case PENDING, RUNNING, FAILED -> WITHOUT_VALUE;
    };
  }

  private static PodClassification classifyCpuSample(
      Pod pod, PodValue value, Settings settings, Instant now) {
    Pod.Readiness ready = pod.ready();
    Instant start = pod.startTime();
    if (ready == null || start == null) {
      return WITHOUT_STATUS;
    }
    boolean isFalse = ready.status() == Pod.Readiness.Status.FALSE;
    Instant changed = ready.lastTransitionTime();
    if (start.plus(settings.cpuInitializationPeriod()).isAfter(now)) {
      if (isFalse) {
        return YOUNG_AND_NOT_READY;
      }
      return value.timestamp().isBefore(changed.plus(value.window())) ? SAMPLED_TOO_EARLY : COUNTS;
    }
    return isFalse && start.plus(settings.initialReadinessDelay()).isAfter(changed)
        ? NEVER_READY
        : COUNTS;
  }
}
