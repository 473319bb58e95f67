package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The APIServices of the metrics APIs. Existing ones are saved in a ConfigMap before they are
 * replaced, so that they can be restored after a crash too.
 */
final class MetricsApiServices {

  private static final String CONFIG_MAPS = "/api/v1/configmaps";
  private static final String STATE = "replaced-apiservices";

  private final ClusterApi api;
  private final String run;

  MetricsApiServices(ClusterApi api, String run) {
    this.api = api;
    this.run = run;
  }

  private static String path(String name) {
    return SuiteObjects.API_SERVICES + "/" + name;
  }

  /** Returns the name of the APIService of {@code group/version}. */
  private static String name(String groupVersion) {
    int slash = groupVersion.indexOf('/');
    return groupVersion.substring(slash + 1) + "." + groupVersion.substring(0, slash);
  }

  /**
   * Returns the existing APIServices of APIs, by name. Changes nothing.
   *
   * @throws TestClusterException if there are some and they may not be replaced, or if another run
   *     did not restore them
   */
  Map<String, JsonNode> replaceable(List<String> apis, ClusterAccess access)
      throws TestClusterException, IOException {
    if (!states().isEmpty()) {
      throw new TestClusterException(
          ("cluster: used by another run of the suite, or a run ended without its cleanup; wait for"
                  + " its end, or run \"hpa conformance --cleanup %s\"")
              .formatted(access.options()));
    }
    Map<String, JsonNode> existing = new LinkedHashMap<>();
    for (String each : apis) {
      JsonNode found = SuiteObjects.find(api, path(name(each)));
      if (found != null && !SuiteObjects.isLabelled(found)) {
        existing.put(name(each), found);
      }
    }
    if (!existing.isEmpty() && !access.replacesMetricsApis()) {
      throw new TestClusterException(
          ("APIServices %s: already serve metrics APIs of this cluster; add --replace-metrics-apis"
                  + " to replace them until the end of the run, or use another cluster")
              .formatted(described(existing)));
    }
    return existing;
  }

  private JsonNode states() throws IOException {
    return api.get(CONFIG_MAPS + SuiteObjects.SELECTED).path("items");
  }

  /** Saves APIServices in the namespace of the suite. */
  void save(Map<String, JsonNode> existing) throws IOException {
    ObjectNode state =
        SuiteObjects.labelled(
            "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"%s\"}}"
                .formatted(STATE),
            run);
    ObjectNode data = state.putObject("data");
    existing.forEach((name, object) -> data.put(name, Json.text(essence(object))));
    api.create(SuiteObjects.NAMESPACES + "/" + SuiteObjects.namespace(run) + "/configmaps", state);
  }

  private static String described(Map<String, JsonNode> existing) {
    List<String> all = new ArrayList<>();
    existing.forEach(
        (name, object) -> {
          JsonNode service = object.at("/spec/service");
          all.add(
              service.isObject()
                  ? "%s (Service %s/%s)"
                      .formatted(
                          name, service.path("namespace").asText(), service.path("name").asText())
                  : name);
        });
    return String.join(", ", all);
  }

  /** Returns what a user can write of an APIService. */
  private static ObjectNode essence(JsonNode object) {
    ObjectNode kept = Json.mapper().createObjectNode();
    kept.set("apiVersion", object.path("apiVersion"));
    kept.set("kind", object.path("kind"));
    ObjectNode metadata = kept.putObject("metadata");
    for (String field : List.of("name", "labels", "annotations", "finalizers", "ownerReferences")) {
      if (object.path("metadata").has(field)) {
        metadata.set(field, object.path("metadata").path(field));
      }
    }
    kept.set("spec", object.path("spec"));
    return kept;
  }

  /**
   * Creates or replaces the APIService of an API.
   *
   * @param priority the version priority
   * @param port the port of the Service {@code service} in the namespace of the suite
   */
  void serve(String groupVersion, int priority, String service, int port) throws IOException {
    int slash = groupVersion.indexOf('/');
    put(
        SuiteObjects.labelled(
            """
            {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
              "metadata": {"name": "%s"},
              "spec": {"group": "%s", "version": "%s", "insecureSkipTLSVerify": true,
                "groupPriorityMinimum": 100, "versionPriority": %d,
                "service": {"namespace": "%s", "name": "%s", "port": %d}}}
            """
                .formatted(
                    name(groupVersion),
                    groupVersion.substring(0, slash),
                    groupVersion.substring(slash + 1),
                    priority,
                    SuiteObjects.namespace(run),
                    service,
                    port),
            run));
  }

  /** Updates the object in place if it exists, so that its uid and owners stay. */
  private void put(ObjectNode object) throws IOException {
    String path = path(object.at("/metadata/name").asText());
    JsonNode current = SuiteObjects.find(api, path);
    if (current == null) {
      api.create(SuiteObjects.API_SERVICES, object);
      return;
    }
    ObjectNode metadata = object.withObjectProperty("metadata");
    metadata.set("resourceVersion", current.at("/metadata/resourceVersion"));
    for (String field : List.of("finalizers", "ownerReferences")) {
      if (!metadata.has(field) && current.path("metadata").has(field)) {
        metadata.set(field, current.path("metadata").path(field));
      }
    }
    api.update(path, object);
  }

  /**
   * Restores the saved APIServices and deletes those of the suite, and then the saved state.
   *
   * @return one line for each change
   */
  List<String> restore() throws IOException {
    List<String> changes = new ArrayList<>();
    Set<String> restored = new HashSet<>();
    for (JsonNode state : states()) {
      for (Map.Entry<String, JsonNode> each : state.path("data").properties()) {
        put((ObjectNode) Json.tree(each.getValue().asText()));
        restored.add(each.getKey());
        changes.add("restored APIService " + each.getKey());
      }
    }
    for (JsonNode each : api.get(SuiteObjects.API_SERVICES).path("items")) {
      String name = each.at("/metadata/name").asText();
      if (SuiteObjects.isLabelled(each) && !restored.contains(name)) {
        api.deleteIfExists(path(name));
        changes.add("deleted APIService " + name);
      }
    }
    for (JsonNode state : states()) {
      api.deleteIfExists(
          SuiteObjects.NAMESPACES
              + "/"
              + state.at("/metadata/namespace").asText()
              + "/configmaps/"
              + state.at("/metadata/name").asText());
    }
    return changes;
  }

  /** Returns the message of the first APIService that is not available; empty if all are. */
  String unavailable(List<String> apis) throws IOException {
    for (String each : apis) {
      JsonNode found = SuiteObjects.find(api, path(name(each)));
      if (found != null) {
        for (JsonNode condition : found.at("/status/conditions")) {
          if (condition.path("type").asText().equals("Available")
              && !condition.path("status").asText().equals("True")) {
            return name(each) + ": " + condition.path("message").asText();
          }
        }
      }
    }
    return "";
  }
}
