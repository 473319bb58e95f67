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

  /** Returns its status when all pods exist and have its current template. */
  JsonNode status(int pods) {
    String more =
        switch (kind()) {
          case "Deployment", "StatefulSet" -> ", \"updatedReplicas\": " + pods;
          case "Widget" -> ", \"selector\": \"app=" + app + "\"";
          default -> "";
        };
    return Json.tree("{\"status\": {\"replicas\": " + pods + more + "}}");
  }

  /** Returns the ReplicaSet of a Deployment. */
  JsonNode replicaSet(JsonNode deployment) {
    String labels = "{\"app\": \"" + app + "\"}";
    return Json.tree(
        """
        {"apiVersion": "apps/v1", "kind": "ReplicaSet",
          "metadata": {"name": "%s-1", "labels": %s, "ownerReferences": [%s]},
          "spec": {"selector": {"matchLabels": %2$s},
            "template": {"metadata": {"labels": %2$s}, "spec": %4$s}}}
        """
            .formatted(name, labels, controllerReference(deployment), POD_SPEC));
  }

  /**
   * Returns one of its pods.
   *
   * @param owner the object that controls the pod
   */
  JsonNode pod(String podName, JsonNode owner) {
    return Json.tree(
        """
        {"apiVersion": "v1", "kind": "Pod",
          "metadata": {"name": "%s", "labels": {"app": "%s"}, "ownerReferences": [%s]},
          "spec": %s}
        """
            .formatted(podName, app, controllerReference(owner), POD_SPEC));
  }

  /** Returns the owner reference to an object that controls others. */
  static String controllerReference(JsonNode owner) {
    return """
        {"apiVersion": "%s", "kind": "%s", "name": "%s", "uid": "%s", "controller": true}
        """
        .formatted(
            owner.path("apiVersion").asText(),
            owner.path("kind").asText(),
            owner.at("/metadata/name").asText(),
            owner.at("/metadata/uid").asText());
  }
}
