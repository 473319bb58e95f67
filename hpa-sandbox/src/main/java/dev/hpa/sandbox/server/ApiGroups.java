package dev.hpa.sandbox.server;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything discovery tells, made of the table of resources and the metrics APIs. Groups stand in
 * the order in which real servers rank them, but a group a resource came from stands behind its
 * own, so that clients that leave the choice to the server get the latter; versions stand with the
 * preferred one first.
 */
final class ApiGroups {

  private static final List<String> READ = List.of("get", "list");
  private static final List<String> STORED =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  private static final List<String> ONE_BY_ONE =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");
  private static final List<String> PART = List.of("get", "patch", "update");

  private ApiGroups() {}

  record Group(String name, List<GroupVersion> versions) {}

  record GroupVersion(String name, List<Resource> resources) {}

  record Resource(
      String plural,
      String singular,
      String kind,
      boolean namespaced,
      List<String> verbs,
      List<String> shortNames,
      List<String> categories,
      List<Sub> subresources) {}

  record Sub(String name, String group, String version, String kind, List<String> verbs) {}

  static final List<Group> ALL = collect();

  private static List<Group> collect() {
    Map<String, Map<String, List<Resource>>> groups = new LinkedHashMap<>();
    for (ResourceType type : ResourceTypes.all()) {
      for (ResourceType.Version version : type.versions()) {
        groups
            .computeIfAbsent(version.group(), any -> new LinkedHashMap<>())
            .computeIfAbsent(version.name(), any -> new ArrayList<>())
            .add(resource(type, version));
      }
    }
    groups.put("metrics.k8s.io", Map.of("v1beta1", metrics()));
    return groups.entrySet().stream()
        .map(
            group ->
                new Group(
                    group.getKey(),
                    group.getValue().entrySet().stream()
                        .map(version -> new GroupVersion(version.getKey(), version.getValue()))
                        .toList()))
        .toList();
  }

  /**
   * In a group it came from a resource has neither short names nor categories, as was so when that
   * group had it: a short name means one resource, and a category lists every object once.
   */
  private static Resource resource(ResourceType type, ResourceType.Version version) {
    boolean isAtHome = version.group().equals(type.group());
    List<Sub> subresources = new ArrayList<>();
    if (type.scale() != null) {
      subresources.add(new Sub("scale", "autoscaling", "v1", "Scale", PART));
    }
    if (type.hasStatus()) {
      subresources.add(new Sub("status", version.group(), version.name(), type.kind(), PART));
    }
    return new Resource(
        type.plural(),
        type.singular(),
        type.kind(),
        type.namespaced(),
        type.equals(ResourceTypes.NAMESPACES) ? ONE_BY_ONE : STORED,
        isAtHome ? type.shortNames() : List.of(),
        isAtHome ? type.categories() : List.of(),
        subresources);
  }

  private static List<Resource> metrics() {
    return List.of(
        new Resource("nodes", "", "NodeMetrics", false, READ, List.of(), List.of(), List.of()),
        new Resource("pods", "", "PodMetrics", true, READ, List.of(), List.of(), List.of()));
  }
}
