package dev.hpa.explanation;

import dev.hpa.core.Trace;
import dev.hpa.core.replicas.PodClassification;
import java.util.EnumMap;
import java.util.Map;

/** How many pods of a metric are treated in each way, those that the trace does not list too. */
final class PodCounts {

  private final Map<PodClassification, Integer> all = new EnumMap<>(PodClassification.class);
  private final Map<PodClassification.Group, Integer> filled =
      new EnumMap<>(PodClassification.Group.class);

  PodCounts(Trace.Metric metric) {
    if (metric.pods() != null) {
      metric
          .pods()
          .forEach(pod -> add(pod.group(), pod.classification(), pod.filledWith() != null, 1));
    }
    if (metric.omittedPods() != null) {
      metric
          .omittedPods()
          .forEach(pods -> add(pods.group(), pods.classification(), pods.filled(), pods.count()));
    }
  }

  private void add(
      PodClassification.Group group, PodClassification classification, boolean isFilled, int pods) {
    all.merge(classification, pods, Integer::sum);
    if (isFilled) {
      filled.merge(group, pods, Integer::sum);
    }
  }

  /** The pods, without values that have none. */
  Map<PodClassification, Integer> byClassification() {
    Map<PodClassification, Integer> pods = new EnumMap<>(all);
    pods.remove(PodClassification.NO_POD);
    return pods;
  }

  int pods() {
    return byClassification().values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Values without a pod. */
  int unmatched() {
    return all.getOrDefault(PodClassification.NO_POD, 0);
  }

  /** The pods of a group for which a value was assumed. */
  int filled(PodClassification.Group group) {
    return filled.getOrDefault(group, 0);
  }
}
