package dev.hpa.metrics.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.PodNames;
import dev.hpa.spi.RestMapper;
import dev.hpa.tck.InMemoryApi;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resources and pods of the cluster of the recorded adapter. */
final class RecordedCluster implements PodNames {

  private final JsonNode kube;

  RecordedCluster(JsonNode kube) {
    this.kube = kube;
  }

  /** The mapper of the controller, with the discovery documents of the cluster. */
  RestMapper mapper() {
    Map<String, ObjectNode> byVersion = new LinkedHashMap<>();
    Map<String, ObjectNode> groups = new LinkedHashMap<>();
    for (JsonNode row : kube.path("resources")) {
      String group = row.get(0).asText();
      String version = row.get(1).asText();
      String path = (group.isEmpty() ? "/api" : "/apis/" + group) + "/" + version;
      byVersion
          .computeIfAbsent(path, any -> resourceList(group, version))
          .withArray("/resources")
          .addObject()
          .put("name", row.get(2).asText())
          .put("singularName", row.get(3).asText())
          .put("kind", row.get(4).asText())
          .put("namespaced", row.get(5).asBoolean())
          .putArray("verbs")
          .add("get")
          .add("list");
      if (!group.isEmpty()) {
        addVersion(groups.computeIfAbsent(group, RecordedCluster::group), group, version);
      }
    }
    InMemoryApi api = new InMemoryApi();
    api.answer("/api", "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}");
    ObjectNode list = JsonNodeFactory.instance.objectNode().put("kind", "APIGroupList");
    groups.values().forEach(list.putArray("groups")::add);
    api.answer("/apis", list.toString());
    byVersion.forEach((path, document) -> api.answer(path, document.toString()));
    return new CachedRestMapper(api, () -> Instant.EPOCH);
  }

  private static ObjectNode resourceList(String group, String version) {
    ObjectNode list = JsonNodeFactory.instance.objectNode().put("kind", "APIResourceList");
    list.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
    list.putArray("resources");
    return list;
  }

  private static ObjectNode group(String name) {
    ObjectNode group = JsonNodeFactory.instance.objectNode().put("name", name);
    group.putArray("versions");
    return group;
  }

  private void addVersion(ObjectNode group, String name, String version) {
    String groupVersion = name + "/" + version;
    for (JsonNode each : group.path("versions")) {
      if (each.path("version").asText().equals(version)) {
        return;
      }
    }
    group
        .withArray("/versions")
        .addObject()
        .put("groupVersion", groupVersion)
        .put("version", version);
    if (kube.path("preferred").path(name).asText().equals(version)) {
      group.set(
          "preferredVersion",
          Json.tree(
              "{\"groupVersion\":\"%s\",\"version\":\"%s\"}".formatted(groupVersion, version)));
    }
  }

  @Override
  public List<String> select(String namespace, Selector selector, boolean isRunning) {
    List<String> names = new ArrayList<>();
    for (JsonNode object : kube.path("objects")) {
      if (object.get(1).asText().equals("pods")
          && object.get(2).asText().equals(namespace)
          && selector.matches(labels(object.get(4)))) {
        names.add(object.get(3).asText());
      }
    }
    names.sort(null);
    return names;
  }

  /** The kind of a resource that is named as in requests; empty if there is none. */
  String kind(String group, String resource) {
    for (JsonNode row : kube.path("resources")) {
      if ((group.isEmpty() || row.get(0).asText().equals(group))
          && row.get(2).asText().equals(resource)) {
        return row.get(4).asText();
      }
    }
    return "";
  }

  private static Map<String, String> labels(JsonNode json) {
    Map<String, String> labels = new TreeMap<>();
    json.properties().forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
    return labels;
  }
}
