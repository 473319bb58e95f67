package dev.hpa.cli.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.manifests.Workload;
import dev.hpa.spi.KubernetesApiException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What quotas and nodes leave.
 *
 * @param notes what cannot be read is added, in a line each
 */
record Rooms(Fleet fleet, List<String> notes) {

  /** What others in the namespace use of quotas stays used; of several quotas the smallest room. */
  Row ofQuotas(Row row) {
    try {
      List<JsonNode> quotas = fleet.quotas(row.name());
      return with(
          row,
          resource ->
              quotas.stream()
                  .flatMap(each -> room(each, resource, row).stream())
                  .min(Comparator.comparingDouble(Row.Room::left))
                  .stream());
    } catch (KubernetesApiException refused) {
      notes.add("quotas of namespace %s are not read: %s".formatted(row.name(), refused.text()));
      return row;
    }
  }

  private static Optional<Row.Room> room(JsonNode quota, ReservedResource resource, Row row) {
    double now = row.now().of(resource);
    double used = resource.number(Workload.quantities(quota.at("/status/used"))).orElse(now);
    return resource
        .number(Workload.allowed(quota))
        .map(
            hard ->
                new Row.Room(
                    resource,
                    quota.at("/metadata/name").asText(),
                    hard,
                    hard - Math.max(0, used - now) - row.atMax().of(resource)));
  }

  /** The sum with the room on all nodes, as if there were no other pods. */
  static Row ofNodes(Row sum, Collection<Reserved> pools) {
    Reserved all = pools.stream().reduce(Reserved.NONE, Reserved::plus);
    return pools.isEmpty()
        ? sum
        : with(
            sum,
            each ->
                Stream.of(
                    new Row.Room(
                        each, "nodes", all.of(each), all.of(each) - sum.atMax().of(each))));
  }

  private static Row with(Row row, Function<ReservedResource, Stream<Row.Room>> room) {
    return row.with(Stream.of(ReservedResource.values()).flatMap(room).toList(), row.notes());
  }

  /**
   * What pods can have on the nodes, by the values of a label.
   *
   * @param label null for one pool
   */
  Map<String, Reserved> nodePools(@Nullable String label) {
    Map<String, Reserved> pools = new TreeMap<>();
    try {
      if (fleet.live().isPresent()) {
        fleet.live().get().nodes(node -> pools.merge(pool(node, label), has(node), Reserved::plus));
      }
    } catch (KubernetesApiException refused) {
      pools.clear();
      notes.add("nodes are not read: " + refused.text());
    }
    return pools;
  }

  private static String pool(JsonNode node, @Nullable String label) {
    return label == null ? "all" : node.at("/metadata/labels").path(label).asText("(no label)");
  }

  private static Reserved has(JsonNode node) {
    Map<String, Quantity> allocatable = Workload.quantities(node.at("/status/allocatable"));
    return Reserved.of(each -> each.number(allocatable).orElse(0.0));
  }
}
