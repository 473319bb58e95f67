package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The parts of the results of a scenario that are required, the same as in the rules for
 * controllers. Messages are optional, and so are the order of conditions, the condition
 * ScalingLimited, the reasons of AbleToScale=True, entries for failed metrics, {@code
 * currentReplicas} of the reconcile that scales, and the event FailedComputeMetricsReplicas. An
 * implementation that has fewer reasons writes its status less often, so the last written status is
 * compared.
 */
final class RequiredParts {

  private static final String STATUS = "status";
  private static final String OPTIONAL_EVENT = "FailedComputeMetricsReplicas";

  private final Map<String, JsonNode> written = new HashMap<>();

  /** Returns the required parts of the results of the next step. */
  ArrayNode of(JsonNode results) {
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    for (JsonNode result : results) {
      String hpa = result.path("hpa").asText();
      if (result.path(STATUS).isObject()) {
        written.put(hpa, status(result));
      }
      ObjectNode parts = required.addObject();
      parts.put("hpa", hpa);
      parts.set("scale", result.path("scale"));
      parts.set(STATUS, written.getOrDefault(hpa, NullNode.getInstance()));
      parts.set("events", events(result.path("events")));
    }
    return required;
  }

  /** Returns results without the errors, which implementations log or not. */
  static JsonNode withoutErrors(JsonNode results) {
    JsonNode copy = results.deepCopy();
    for (JsonNode each : copy) {
      if (each instanceof ObjectNode result) {
        result.remove("error");
      }
    }
    return copy;
  }

  private static JsonNode status(JsonNode result) {
    ObjectNode status = result.path(STATUS).deepCopy();
    if (!result.path("scale").isNull() && !result.path("scale").isMissingNode()) {
      status.remove("currentReplicas");
    }
    ObjectNode conditions = JsonNodeFactory.instance.objectNode();
    for (JsonNode condition : status.path("conditions")) {
      String type = condition.path("type").asText();
      if (!type.equals("ScalingLimited")) {
        conditions.set(type, condition(condition));
      }
    }
    status.set("conditions", conditions);
    ArrayNode metrics = JsonNodeFactory.instance.arrayNode();
    status
        .path("currentMetrics")
        .valueStream()
        .filter(each -> !each.path("type").asText().isEmpty())
        .forEach(metrics::add);
    status.set("currentMetrics", metrics);
    return status;
  }

  private static ObjectNode condition(JsonNode condition) {
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    String status = condition.path(STATUS).asText();
    parts.put(STATUS, status);
    if (!condition.path("type").asText().equals("AbleToScale") || status.equals("False")) {
      parts.set("reason", condition.path("reason"));
    }
    parts.set("lastTransitionTime", condition.path("lastTransitionTime"));
    return parts;
  }

  private static ArrayNode events(JsonNode events) {
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    events
        .valueStream()
        .filter(each -> !each.path("reason").asText().equals(OPTIONAL_EVENT))
        .forEach(
            each -> {
              ObjectNode event = parts.addObject();
              event.set("type", each.path("type"));
              event.set("reason", each.path("reason"));
            });
    return parts;
  }
}
