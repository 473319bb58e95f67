package dev.hpa.core;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which pods a scale-down should take first: those with the lowest values of the metric that
 * decided. Pods that are not ready need no hint, workload controllers take them before any other.
 */
public final class DeletionOrder {

  private DeletionOrder() {}

  /**
   * The pods to give up, the first one first; as many as the scale-down takes away, or fewer when
   * fewer have a value. Empty for a scale-up, and when what decided is no metric per pod.
   */
  public static List<String> of(Situation situation, Decision.Rescale rescale) {
    Reasoning.Followed followed = rescale.reasoning().followed();
    int surplus = situation.scale().specReplicas() - rescale.desired();
    if (followed == null || followed.chosen() == null || surplus <= 0) {
      return List.of();
    }
    Map<String, Long> values = followed.chosen().how().values();
    return situation.pods().stream()
        .filter(Pod::isRunningAndReady)
        .map(Pod::name)
        .filter(values::containsKey)
        .sorted(Comparator.<String>comparingLong(values::get).thenComparing(name -> name))
        .limit(surplus)
        .toList();
  }
}
