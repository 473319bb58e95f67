package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.ObjectKey;

/** Reads and writes statuses and their conditions. */
final class StatusConditions {

  private StatusConditions() {}

  /** The condition of a type; a missing node when there is none. */
  static JsonNode find(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return status.path("conditions").path(-1);
  }

  static boolean isTrue(JsonNode status, String type) {
    return find(status, type).path("status").asText().equals("True");
  }

  /** The condition of a type, added without a status if absent. */
  static ObjectNode at(ObjectNode status, String type) {
    return find(status, type) instanceof ObjectNode found
        ? found
        : status.withArray("conditions").addObject().put("type", type);
  }

  /** Replaces the status of an object, unless it is the same as before. */
  static void write(
      Cluster cluster, ResourceType type, ObjectKey key, JsonNode before, ObjectNode status) {
    if (!status.equals(before)) {
      cluster.updateStatus(
          type,
          key,
          "",
          tree -> {
            tree.set("status", status);
            return tree;
          },
          false);
    }
  }

  /** Sets the status of a condition; lastTransitionTime changes only when the status changes. */
  static ObjectNode set(ObjectNode status, String type, boolean value, String now) {
    ObjectNode condition = at(status, type);
    String text = value ? "True" : "False";
    if (!condition.path("status").asText().equals(text)) {
      condition.put("status", text).put("lastTransitionTime", now);
    }
    condition.remove("reason");
    condition.remove("message");
    return condition;
  }
}
