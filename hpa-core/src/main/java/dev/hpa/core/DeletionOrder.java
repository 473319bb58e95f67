package dev.hpa.core;

import dev.hpa.core.options.PodOrder;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.settings.UpstreamDifferences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The pods that a scale-down should delete first, by the option {@code scale-down-order}; with
 * {@link UpstreamDifferences#deletionCostHints} and without the option those with the lowest values
 * of the metric. Pods that are not ready go first, as workload controllers delete them. They are
 * named too: the controller may see later than these that a pod has become ready.
 */
public final class DeletionOrder {

  /** The most pods that are named. */
  public static final int MAX_PODS = 50;

  private final Map<String, Long> values;
  private final Map<String, Integer> zones = new HashMap<>();
  private final Map<String, Integer> nodes = new HashMap<>();

  private DeletionOrder(List<Pod> pods, Map<String, Long> values) {
    this.values = values;
    for (Pod pod : pods) {
      zones.merge(pod.placement().zone(), 1, Integer::sum);
      nodes.merge(pod.placement().node(), 1, Integer::sum);
    }
  }

  /**
   * The names of the pods to delete, the first to delete first: as many as the scale-down removes,
   * {@link #MAX_PODS} at most. Empty for a scale-up, if all are removed, and if nothing
   * distinguishes them.
   */
  public static List<String> of(Situation situation, Decision.Rescale rescale) {
    List<PodOrder> order = situation.options().scaleDownOrder();
    if (order.isEmpty() && situation.settings().differences().deletionCostHints()) {
      order = List.of(PodOrder.IDLE);
    }
    int surplus = situation.scale().specReplicas() - rescale.desired();
    if (order.isEmpty() || surplus <= 0) {
      return List.of();
    }
    List<Pod> pods = situation.pods().stream().filter(Pod::mayServe).toList();
    Map<String, Long> values = values(rescale.reasoning());
    if (pods.size() <= surplus || (order.equals(List.of(PodOrder.IDLE)) && values.isEmpty())) {
      return List.of();
    }
    return new DeletionOrder(pods, values).first(pods, Math.min(surplus, MAX_PODS), order);
  }

  /** Those of the metric that determined the replicas, or of the first one that has any. */
  private static Map<String, Long> values(Reasoning reasoning) {
    Reasoning.ComputedReplicas computed = reasoning.computed();
    if (computed != null && computed.chosen() != null && !computed.chosen().values().isEmpty()) {
      return computed.chosen().values();
    }
    for (MetricOutcome each : reasoning.metrics()) {
      if (each instanceof MetricOutcome.Proposal proposal && !proposal.values().isEmpty()) {
        return proposal.values();
      }
    }
    return Map.of();
  }

  private List<String> first(List<Pod> pods, int count, List<PodOrder> order) {
    List<Pod> left = new ArrayList<>(pods);
    left.removeIf(pod -> pod.isRunningAndReady() && pod.placement().isKept());
    Comparator<Pod> comparator =
        order.stream()
            .map(this::by)
            .reduce(Comparator.comparing(Pod::isRunningAndReady), Comparator::thenComparing)
            .thenComparing(Pod::name);
    List<String> first = new ArrayList<>();
    while (first.size() < count && !left.isEmpty()) {
      Pod next = Collections.min(left, comparator);
      left.remove(next);
      zones.merge(next.placement().zone(), -1, Integer::sum);
      nodes.merge(next.placement().node(), -1, Integer::sum);
      first.add(next.name());
    }
    return List.copyOf(first);
  }

  /** The pods that are left change the counts. */
  private Comparator<Pod> by(PodOrder criterion) {
    Function<Pod, Long> key =
        switch (criterion) {
          case ZONE -> pod -> -(long) zones.getOrDefault(pod.placement().zone(), 0);
          case IDLE -> pod -> values.getOrDefault(pod.name(), Long.MAX_VALUE);
          case NODE -> pod -> (long) nodes.getOrDefault(pod.placement().node(), 0);
        };
    return Comparator.comparing(key);
  }
}
