package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.pods.PodReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reduces objects to the fields that decisions depend on, by an allowlist. Environment, images,
 * commands, volumes, annotations other than options, and other possibly private fields are removed.
 */
final class ObjectTrimmer {

  private ObjectTrimmer() {}

  static ObjectNode autoscaler(JsonNode full) {
    ObjectNode hpa = head("autoscaling/v2", "HorizontalPodAutoscaler", full, "generation");
    keepOptions(full, hpa);
    keep(full, hpa, "spec", "status");
    return hpa;
  }

  static ObjectNode pod(JsonNode full) {
    ObjectNode pod = head("v1", "Pod", full, "labels", "deletionTimestamp");
    JsonNode spec = full.path("spec");
    ObjectNode kept = pod.putObject("spec");
    containers(spec, kept, "containers");
    containers(spec, kept, "initContainers");
    keep(spec, kept, "nodeName", "resources", "overhead");
    JsonNode cost = full.path("metadata").path("annotations").path(PodReader.DELETION_COST);
    if (!cost.isMissingNode()) {
      pod.withObject("/metadata").putObject("annotations").set(PodReader.DELETION_COST, cost);
    }
    ObjectNode status = pod.putObject("status");
    keep(full.path("status"), status, "phase", "startTime");
    resized(full, status);
    for (JsonNode condition : full.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        keep(
            condition,
            status.putArray("conditions").addObject(),
            "type",
            "status",
            "lastTransitionTime");
      }
    }
    return pod;
  }

  /** Keeps the controller among the owner references of an object. */
  static void keepController(JsonNode full, ObjectNode trimmed) {
    for (JsonNode reference : full.path("metadata").path("ownerReferences")) {
      if (reference.path("controller").asBoolean()) {
        keep(
            reference,
            trimmed.withObject("/metadata").putArray("ownerReferences").addObject(),
            "apiVersion",
            "kind",
            "name",
            "uid",
            "controller");
      }
    }
  }

  /** A copy of an object without its controller. */
  static ObjectNode withoutController(ObjectNode trimmed) {
    ObjectNode copy = trimmed.deepCopy();
    copy.withObject("/metadata").remove("ownerReferences");
    return copy;
  }

  /** A workload without its template. */
  static ObjectNode workload(JsonNode full) {
    ObjectNode workload =
        head(full.path("apiVersion").asText(), full.path("kind").asText(), full, "uid");
    keepController(full, workload);
    keep(full.path("spec"), workload.putObject("spec"), "replicas", "selector");
    keep(
        full.path("status"),
        workload.putObject("status"),
        "replicas",
        "updatedReplicas",
        "currentRevision",
        "updateRevision");
    for (JsonNode condition : full.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Progressing")) {
        keep(
            condition,
            workload.withObject("/status").withArray("conditions").addObject(),
            "type",
            "status",
            "reason");
      }
    }
    return workload;
  }

  /** A node, with whether it is cordoned. */
  static ObjectNode node(JsonNode full) {
    ObjectNode node = head("v1", "Node", full);
    keep(full.path("spec"), node.putObject("spec"), "unschedulable");
    return node;
  }

  /** A PodDisruptionBudget, with whether it allows evictions. */
  static ObjectNode budget(JsonNode full) {
    ObjectNode budget = head("policy/v1", "PodDisruptionBudget", full);
    keep(full.path("spec"), budget.putObject("spec"), "selector");
    keep(full.path("status"), budget.putObject("status"), "disruptionsAllowed");
    return budget;
  }

  /** A namespace with its options. */
  static ObjectNode namespace(JsonNode full) {
    ObjectNode namespace = head("v1", "Namespace", full);
    keepOptions(full, namespace);
    return namespace;
  }

  private static void keepOptions(JsonNode full, ObjectNode trimmed) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    for (var annotation : full.path("metadata").path("annotations").properties()) {
      if (annotation.getKey().startsWith(OptionKey.PREFIX)) {
        options.set(annotation.getKey(), annotation.getValue());
      }
    }
    if (!options.isEmpty()) {
      trimmed.withObject("/metadata").set("annotations", options);
    }
  }

  private static void containers(JsonNode spec, ObjectNode kept, String field) {
    for (JsonNode container : spec.path(field)) {
      keep(container, kept.withArray(field).addObject(), "name", "restartPolicy", "resources");
    }
  }

  /** Keeps the resources in effect where an in-place resize is not complete. */
  private static void resized(JsonNode full, ObjectNode status) {
    if (differs(full.at("/status/allocatedResources"), full.at("/spec/resources/requests"))) {
      keep(full.path("status"), status, "allocatedResources");
    }
    resized(full, status, "containers", "containerStatuses");
    resized(full, status, "initContainers", "initContainerStatuses");
  }

  private static void resized(
      JsonNode full, ObjectNode status, String containers, String statuses) {
    Map<String, JsonNode> resources = new HashMap<>();
    for (JsonNode container : full.path("spec").path(containers)) {
      resources.put(container.path("name").asText(), container.path("resources"));
    }
    for (JsonNode container : full.path("status").path(statuses)) {
      JsonNode ofSpec =
          resources.getOrDefault(container.path("name").asText(), MissingNode.getInstance());
      if (differs(container.path("resources"), ofSpec)
          || differs(container.path("allocatedResources"), ofSpec.path("requests"))) {
        keep(
            container,
            status.withArray(statuses).addObject(),
            "name",
            "allocatedResources",
            "resources");
      }
    }
  }

  private static boolean differs(JsonNode inEffect, JsonNode ofSpec) {
    return inEffect.isObject() && !inEffect.equals(ofSpec);
  }

  static ObjectNode podMetrics(JsonNode full) {
    ObjectNode metrics = head("metrics.k8s.io/v1beta1", "PodMetrics", full, "labels");
    keep(full, metrics, "timestamp", "window", "containers");
    return metrics;
  }

  private static ObjectNode head(
      String apiVersion, String kind, JsonNode full, String... metadata) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", apiVersion).put("kind", kind);
    ObjectNode kept = object.putObject("metadata");
    keep(full.path("metadata"), kept, "name", "namespace");
    keep(full.path("metadata"), kept, metadata);
    return object;
  }

  static void keep(JsonNode from, ObjectNode to, String... fields) {
    for (String field : List.of(fields)) {
      if (from.hasNonNull(field)) {
        to.set(field, from.get(field));
      }
    }
  }
}
