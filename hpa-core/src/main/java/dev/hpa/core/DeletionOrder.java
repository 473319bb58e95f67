package dev.hpa.core;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The pods that a scale-down should delete first: those with the lowest values of the metric that
 * determined the replicas. Pods that are not ready need no hint; workload controllers delete them
 * first.
 */
public final class DeletionOrder {

  private DeletionOrder() {}

  /**
   * The names of the pods to delete, the first to delete first: as many as the scale-down removes,
   * or fewer if fewer have a value. Empty for a scale-up, and if no per-pod metric determined the
   * replicas.
   */
  public static List<String> of(Situation situation, Decision.Rescale rescale) {
    Reasoning.ComputedReplicas computed = rescale.reasoning().computed();
    int surplus = situation.scale().specReplicas() - rescale.desired();
    if (computed == null || computed.chosen() == null || surplus <= 0) {
      return List.of();
    }
    Map<String, Long> values = computed.chosen().values();
    return situation.pods().stream()
        .filter(Pod::isRunningAndReady)
        .map(Pod::name)
        .filter(values::containsKey)
        .sorted(Comparator.<String>comparingLong(values::get).thenComparing(name -> name))
        .limit(surplus)
        .toList();
  }
}
