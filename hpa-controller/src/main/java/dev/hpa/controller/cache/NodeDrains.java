package dev.hpa.controller.cache;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.core.Drain;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.spi.ApiRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods on cordoned nodes and the disruption budgets that block their eviction. Both watches,
 * the one of nodes for cordoned ones only, start on first use. Thread-safe.
 */
public final class NodeDrains implements AutoCloseable {

  private final PodIndex pods;
  private final WatchedObjects<Boolean> nodes = new WatchedObjects<>(node -> true);
  private final WatchedObjects<Budget> budgets = new WatchedObjects<>(Budget::of);
  private final List<Reflector<?>> watches;

  /**
   * @param connection stays open
   * @param scope the namespaces whose budgets are kept
   */
  public NodeDrains(PodIndex pods, ClusterConnection connection, NamespaceScope scope) {
    this.pods = pods;
    this.watches =
        List.of(
            nodes.watch(
                connection,
                ListRequest.ofMetadata("/api/v1/nodes", new ApiRequest.Subject("nodes", "", ""))
                    .where("spec.unschedulable=true"),
                NamespaceScope.ALL,
                any -> {}),
            budgets.watch(
                connection,
                ListRequest.of(
                    "/apis/policy/v1/poddisruptionbudgets",
                    new ApiRequest.Subject("poddisruptionbudgets", "policy", "")),
                scope,
                any -> {}));
  }

  /**
   * A PodDisruptionBudget.
   *
   * @param blocks whether it allows no eviction now
   */
  public record Budget(Selector pods, boolean blocks) {

    /**
     * Reads a budget of the API group {@code policy/v1}, in which an empty selector selects all
     * pods of the namespace.
     *
     * @throws IllegalArgumentException if the selector is invalid
     */
    public static Budget of(JsonNode budget) {
      JsonNode selector = budget.path("spec").path("selector");
      return new Budget(
          selector.isObject()
              ? Json.read(selector, LabelSelector.class).toSelector()
              : Selector.nothing(),
          budget.path("status").path("disruptionsAllowed").asInt() <= 0);
    }
  }

  /** What is known of the pods of a target. */
  public Drain of(Scale scale) {
    watches.forEach(Reflector::start);
    for (Reflector<?> each : watches) {
      if (!each.isSynced()) {
        String problem = each.problem();
        problem = problem.isEmpty() ? each.resource() + " are not listed yet" : problem;
        return new Drain(List.of(), "", problem);
      }
    }
    return of(scale, pods, nodes.all().keySet(), budgets.all());
  }

  /**
   * The pods of a target on cordoned nodes.
   *
   * @param cordoned the names of the nodes, with an empty namespace
   * @param budgets those of all namespaces
   */
  public static Drain of(
      Scale scale,
      PodIndex pods,
      Set<NamespacedName> cordoned,
      Map<NamespacedName, Budget> budgets) {
    if (cordoned.isEmpty() || scale.selector().isEmpty()) {
      return Drain.NONE;
    }
    Selector selector;
    try {
      selector = Selector.parse(scale.selector());
    } catch (IllegalArgumentException invalid) {
      return Drain.NONE;
    }
    List<CachedPod> found =
        pods.select(scale.namespace(), selector).stream()
            .filter(each -> each.pod().mayServe())
            .filter(
                each -> cordoned.contains(new NamespacedName("", each.pod().placement().node())))
            .toList();
    if (found.isEmpty()) {
      return Drain.NONE;
    }
    String budget =
        budgets.entrySet().stream()
            .filter(each -> each.getKey().namespace().equals(scale.namespace()))
            .filter(each -> each.getValue().blocks())
            .filter(
                each ->
                    found.stream().anyMatch(pod -> each.getValue().pods().matches(pod.labels())))
            .map(each -> each.getKey().name())
            .min(Comparator.naturalOrder())
            .orElse("");
    return new Drain(found.stream().map(CachedPod::name).toList(), budget, "");
  }

  /** The watches, begun or not. */
  public List<Reflector<?>> watches() {
    return watches;
  }

  @Override
  public void close() {
    watches.forEach(Reflector::close);
  }
}
