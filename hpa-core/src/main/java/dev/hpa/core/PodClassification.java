package dev.hpa.core;

import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a pod's value is worth to a per-pod metric, and why.
 *
 * <p>In this order: deleted and failed pods are ignored; pending ones are unready; pods without a
 * value are missing; for CPU a pod that has not warmed up is unready; all others count. A pod has
 * warmed up when it is ready and, as long as it is young, a whole sample window lies after the
 * moment it became ready; an older pod is doubted only when it has never been ready, which is told
 * from the time of its last transition.
 */
public enum PodClassification {
  COUNTS(Group.READY, "counted"),
  DELETED(Group.IGNORED, "being deleted"),
  FAILED(Group.IGNORED, "failed"),
  PENDING(Group.UNREADY, "pending"),
  WITHOUT_VALUE(Group.MISSING, "without a value"),
  WITHOUT_STATUS(Group.UNREADY, "without start time or Ready condition"),
  YOUNG_AND_NOT_READY(Group.UNREADY, "not ready within the CPU initialization period"),
  SAMPLED_TOO_EARLY(Group.UNREADY, "sampled before being ready for a whole window"),
  NEVER_READY(Group.UNREADY, "not ready since soon after the start");

  /** What becomes of a pod in the calculation. */
  public enum Group {
    /** Its value counts. */
    READY,
    /** It counts with nothing on the way up, and not at all on the way down. */
    UNREADY,
    /** It counts with nothing on the way up, and with a full target on the way down. */
    MISSING,
    /** It does not exist for the calculation. */
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

  /** The reason, to be put behind "2 pods". */
  public String words() {
    return words;
  }

  static PodClassification of(
      Pod pod, @Nullable PodValue value, String resource, Settings settings, Instant now) {
    if (pod.deleted()) {
      return DELETED;
    }
    if (pod.phase() == Pod.Phase.FAILED) {
      return FAILED;
    }
    if (pod.phase() == Pod.Phase.PENDING) {
      return PENDING;
    }
    if (value == null) {
      return WITHOUT_VALUE;
    }
    return resource.equals("cpu") ? warmth(pod, value, settings, now) : COUNTS;
  }

  private static PodClassification warmth(Pod pod, PodValue value, Settings settings, Instant now) {
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
