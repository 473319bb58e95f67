package dev.hpa.core;

import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a target, sorted by what their metric is worth.
 *
 * <p>In this order: deleted and failed pods are ignored; pending ones are unready; pods without a
 * value are missing; for CPU a pod that has not warmed up is unready; all others count. A pod has
 * warmed up when it is ready and, as long as it is young, a whole sample window lies after the
 * moment it became ready; an older pod is doubted only when it has never been ready, which is told
 * from the time of its last transition.
 *
 * @param ready how many pods count
 */
record PodGroups(int ready, List<Pod> unready, List<Pod> missing, List<Pod> ignored) {

  /** The group of one pod. */
  enum Group {
    READY,
    UNREADY,
    MISSING,
    IGNORED
  }

  static PodGroups of(
      List<Pod> pods,
      Map<String, PodValue> values,
      String resource,
      Settings settings,
      Instant now) {
    int ready = 0;
    List<Pod> unready = new ArrayList<>();
    List<Pod> missing = new ArrayList<>();
    List<Pod> ignored = new ArrayList<>();
    for (Pod pod : pods) {
      switch (groupOf(pod, values.get(pod.name()), resource, settings, now)) {
        case READY -> ready++;
        case UNREADY -> unready.add(pod);
        case MISSING -> missing.add(pod);
        case IGNORED -> ignored.add(pod);
      }
    }
    return new PodGroups(ready, unready, missing, ignored);
  }

  private static Group groupOf(
      Pod pod, @Nullable PodValue value, String resource, Settings settings, Instant now) {
    if (pod.deleted() || pod.phase() == Pod.Phase.FAILED) {
      return Group.IGNORED;
    }
    if (pod.phase() == Pod.Phase.PENDING) {
      return Group.UNREADY;
    }
    if (value == null) {
      return Group.MISSING;
    }
    if (resource.equals("cpu") && !isWarm(pod, value, settings, now)) {
      return Group.UNREADY;
    }
    return Group.READY;
  }

  private static boolean isWarm(Pod pod, PodValue value, Settings settings, Instant now) {
    Pod.Readiness ready = pod.ready();
    Instant start = pod.startTime();
    if (ready == null || start == null) {
      return false;
    }
    boolean isFalse = ready.status() == Pod.Readiness.Status.FALSE;
    Instant changed = ready.lastTransitionTime();
    if (start.plus(settings.cpuInitializationPeriod()).isAfter(now)) {
      return !isFalse && !value.timestamp().isBefore(changed.plus(value.window()));
    }
    return !(isFalse && start.plus(settings.initialReadinessDelay()).isAfter(changed));
  }
}
