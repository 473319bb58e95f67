package dev.hpa.sandbox.overview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.table.MetricTargets;
import org.jspecify.annotations.Nullable;

/**
 * What the overview page shows of an autoscaler, computed once per resource version.
 *
 * @param type the resource of the scale target; null when it is not served
 * @param desired the desired replicas
 */
record AutoscalerView(
    long revision,
    String uid,
    @Nullable ResourceType type,
    ObjectKey target,
    int desired,
    ObjectNode json) {

  static AutoscalerView of(StoredObject stored, ServedResources served) {
    ObjectNode tree = stored.tree();
    JsonNode spec = tree.path("spec");
    JsonNode status = tree.path("status");
    JsonNode target = spec.path("scaleTargetRef");
    String apiVersion = target.path("apiVersion").asText("");
    int slash = apiVersion.indexOf('/');
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", stored.uid()).put("namespace", stored.namespace()).put("name", stored.name());
    json.put("target", target.path("kind").asText() + "/" + target.path("name").asText());
    json.put("metrics", MetricTargets.text(spec.path("metrics"), status.path("currentMetrics")));
    json.put("min", spec.path("minReplicas").asInt(1)).put("max", spec.path("maxReplicas").asInt());
    json.put("current", status.path("currentReplicas").asInt());
    json.put("desired", status.path("desiredReplicas").asInt());
    for (JsonNode condition : status.path("conditions")) {
      json.withArray("conditions")
          .addObject()
          .put("type", condition.path("type").asText())
          .put("status", condition.path("status").asText())
          .put("reason", condition.path("reason").asText())
          .put("message", condition.path("message").asText());
    }
    return new AutoscalerView(
        stored.revision(),
        stored.uid(),
        served.ofKind(
            slash < 0 ? "" : apiVersion.substring(0, slash), target.path("kind").asText()),
        new ObjectKey(stored.namespace(), target.path("name").asText()),
        status.path("desiredReplicas").asInt(),
        json);
  }
}
