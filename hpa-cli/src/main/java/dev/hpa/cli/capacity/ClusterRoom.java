package dev.hpa.cli.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The quotas and nodes of a cluster.
 *
 * @param notes what cannot be read is added, in a line each
 */
record ClusterRoom(Optional<LiveReader> live, List<String> notes) {

  ClusterRoom(Optional<LiveReader> live) {
    this(live, new ArrayList<>());
  }

  /** What others in the namespace use of quotas stays used; of several quotas the smallest room. */
  Row withQuotas(Row row) {
    if (live.isEmpty()) {
      return row;
    }
    try {
      List<JsonNode> quotas = live.get().quotas(row.name());
      return row.with(
          Arrays.stream(ReservedResource.values())
              .flatMap(
                  resource ->
                      quotas.stream()
                          .filter(each -> !hasScopes(each.path("spec")))
                          .flatMap(each -> room(each, resource, row))
                          .min(Comparator.comparingDouble(Room::left))
                          .stream())
              .toList());
    } catch (KubernetesApiException refused) {
      notes.add("quotas of namespace %s are not read: %s".formatted(row.name(), refused.text()));
      return row;
    }
  }

  /** Such quotas are of some pods only. */
  private static boolean hasScopes(JsonNode spec) {
    return !spec.path("scopes").isEmpty() || spec.has("scopeSelector");
  }

  private static Stream<Room> room(JsonNode quota, ReservedResource resource, Row row) {
    double now = row.now().of(resource);
    double others = Math.max(0, resource.number(quota.at("/status/used")).orElse(now) - now);
    return resource.number(quota.at("/spec/hard")).stream()
        .map(
            hard ->
                Room.of(
                    resource,
                    quota.at("/metadata/name").asText(),
                    hard,
                    hard - others - row.atMax().of(resource)));
  }

  /** The sum with the room on all nodes, as if there were no other pods. */
  static Row withNodes(Row sum, Collection<Reserved> pools) {
    Reserved all = pools.stream().reduce(Reserved.NONE, Reserved::plus);
    return pools.isEmpty()
        ? sum
        : sum.with(
            Arrays.stream(ReservedResource.values())
                .map(
                    each ->
                        Room.of(each, "nodes", all.of(each), all.of(each) - sum.atMax().of(each)))
                .toList());
  }

  /**
   * What pods can have on the nodes, by the values of a label.
   *
   * @param label null for one pool
   */
  Map<String, Reserved> nodePools(@Nullable String label) {
    Map<String, Reserved> pools = new TreeMap<>();
    try {
      if (live.isPresent()) {
        live.get()
            .nodes(
                node ->
                    pools.merge(
                        label == null
                            ? "all"
                            : node.at("/metadata/labels").path(label).asText("(no label)"),
                        Reserved.of(
                            each -> each.number(node.at("/status/allocatable")).orElse(0.0)),
                        Reserved::plus));
      }
    } catch (KubernetesApiException refused) {
      pools.clear();
      notes.add("nodes are not read: " + refused.text());
    }
    return pools;
  }
}
