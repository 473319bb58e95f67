package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.util.Map;

/**
 * A workload that can be scaled. Its pods have one container, which requests 100m CPU.
 *
 * @param collection path of the objects of its kind, such as {@code
 *     /apis/apps/v1/namespaces/shop/deployments}
 * @param app the label of its pods
 */
record Target(String collection, String name, int replicas, String app) {

  private static final Map<String, String> KINDS =
      Map.of(
          "deployments", "Deployment",
          "statefulsets", "StatefulSet",
          "replicasets", "ReplicaSet",
          "replicationcontrollers", "ReplicationController",
          "widgets", "Widget");

  private static final String POD_SPEC =
      """
      {"nodeName": "node", "containers": [{"name": "app", "image": "app",
        "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}}}]}
      """;

  String path() {
    return collection + "/" + name;
  }

  String kind() {
    return KINDS.getOrDefault(collection.substring(collection.lastIndexOf('/') + 1), "");
  }

  boolean isCustom() {
    return kind().equals("Widget");
  }

  String apiVersion() {
    return collection.replaceFirst("^/apis?/", "").replaceFirst("/namespaces/.*", "");
  }

  String namespace() {
    return collection.split("/namespaces/")[1].replaceFirst("/.*", "");
  }

  /**
   * Returns the object to create. It has the same fields for all kinds; custom resources preserve
   * unknown fields.
   */
  JsonNode object() {
    String labels = "{\"app\": \"" + app + "\"}";
    String selector =
        kind().equals("ReplicationController") ? labels : "{\"matchLabels\": " + labels + "}";
    return Json.tree(
        """
        {"apiVersion": "%s", "kind": "%s", "metadata": {"name": "%s"},
          "spec": {"replicas": %d, "selector": %s,
            "template": {"metadata": {"labels": %s}, "spec": %s}}}
        """
            .formatted(apiVersion(), kind(), name, replicas, selector, labels, POD_SPEC));
  }

  /** Returns its status when all pods exist. */
  JsonNode status(int pods) {
    String selector = isCustom() ? ", \"selector\": \"app=" + app + "\"" : "";
    return Json.tree("{\"status\": {\"replicas\": " + pods + selector + "}}");
  }

  /** Returns one of its pods. */
  JsonNode pod(String podName) {
    return Json.tree(
        """
        {"apiVersion": "v1", "kind": "Pod",
          "metadata": {"name": "%s", "labels": {"app": "%s"}}, "spec": %s}
        """
            .formatted(podName, app, POD_SPEC));
  }
}
