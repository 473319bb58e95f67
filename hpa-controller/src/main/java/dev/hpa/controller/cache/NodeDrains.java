package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ReadBudget;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.core.Drain;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The pods on cordoned nodes and the disruption budgets that block their eviction. Both watches,
 * the one of nodes for cordoned ones only, start on first use. Thread-safe.
 */
public final class NodeDrains implements AutoCloseable {

  private final PodIndex pods;
  private final WatchedObjects<NamespacedName> nodes;
  private final WatchedObjects<Budget> budgets;

  /**
   * @param connection stays open
   * @param scope the namespaces whose budgets are kept
   */
  public NodeDrains(PodIndex pods, ClusterConnection connection, NamespaceScope scope) {
    this.pods = pods;
    this.nodes =
        new WatchedObjects<>(
            connection,
            ListRequest.ofMetadata("/api/v1/nodes", new ApiRequest.Subject("nodes", "", ""))
                .where("spec.unschedulable=true"),
            NodeDrains::readNode,
            node -> node,
            NamespaceScope.ALL);
    this.budgets =
        new WatchedObjects<>(
            connection,
            ListRequest.of(
                "/apis/policy/v1/poddisruptionbudgets",
                new ApiRequest.Subject("poddisruptionbudgets", "policy", "")),
            NodeDrains::readBudget,
            Budget::key,
            scope);
  }

  /**
   * A PodDisruptionBudget.
   *
   * @param blocks whether it allows no eviction now
   */
  public record Budget(NamespacedName key, Selector pods, boolean blocks) {

    /**
     * Reads a budget of the API group {@code policy/v1}, in which an empty selector selects all
     * pods of the namespace.
     *
     * @throws IllegalArgumentException if the selector is invalid
     */
    public static Budget of(JsonNode budget) {
      JsonNode metadata = budget.path("metadata");
      JsonNode selector = budget.path("spec").path("selector");
      return new Budget(
          new NamespacedName(metadata.path("namespace").asText(), metadata.path("name").asText()),
          selector.isObject()
              ? Json.read(selector, LabelSelector.class).toSelector()
              : Selector.nothing(),
          budget.path("status").path("disruptionsAllowed").asInt() <= 0);
    }
  }

  private static Reflector.Versioned<NamespacedName> readNode(JsonParser in) throws IOException {
    JsonNode node = JsonStream.lenient(in).tree(ReadBudget.ofObject());
    return versioned(node, new NamespacedName("", node.path("metadata").path("name").asText()));
  }

  private static Reflector.Versioned<Budget> readBudget(JsonParser in) throws IOException {
    JsonNode budget = JsonStream.lenient(in).tree(ReadBudget.ofObject());
    return versioned(budget, Budget.of(budget));
  }

  private static <T> Reflector.Versioned<T> versioned(JsonNode object, T value) {
    JsonNode metadata = object.path("metadata");
    return new Reflector.Versioned<>(
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("resourceVersion").asText(),
        value);
  }

  /** What is known of the pods of a target. */
  public Drain of(Scale scale) {
    nodes.follow();
    budgets.follow();
    for (Reflector<?> each : watches()) {
      if (!each.isSynced()) {
        String problem = each.problem();
        return Drain.unknown(problem.isEmpty() ? each.resource() + " are not listed yet" : problem);
      }
    }
    return of(scale, pods, nodes.in("").keySet(), budgets.in(scale.namespace()).values());
  }

  /**
   * The pods of a target on cordoned nodes.
   *
   * @param cordoned the names of the nodes
   * @param budgets those of the namespace
   */
  public static Drain of(
      Scale scale, PodIndex pods, Set<String> cordoned, Collection<Budget> budgets) {
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
            .filter(each -> cordoned.contains(each.pod().placement().node()))
            .toList();
    return new Drain(
        found.stream().map(CachedPod::name).toList(),
        budgets.stream()
            .filter(Budget::blocks)
            .filter(each -> found.stream().anyMatch(pod -> each.pods().matches(pod.labels())))
            .map(each -> each.key().name())
            .min(Comparator.naturalOrder())
            .orElse(""),
        "");
  }

  /** The watches, begun or not. */
  public List<Reflector<?>> watches() {
    return List.of(nodes.watch(), budgets.watch());
  }

  @Override
  public void close() {
    watches().forEach(Reflector::close);
  }
}
