package dev.hpa.controller.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import dev.hpa.core.HpaEvent;
import java.time.Instant;

/**
 * The desired state of a core/v1 event.
 *
 * @param latest the latest occurrence
 * @param reporter the reporting component; empty for aggregated events
 * @param first the time of the first occurrence
 * @param count the number of occurrences, at least 1
 */
record EventObject(String name, EventOccurrence latest, String reporter, Instant first, int count) {

  private static final String DEFAULT_NAMESPACE = "default";

  /** Where it is kept: with its object, as far as that has a namespace. */
  String namespace() {
    String namespace = latest.about().namespace();
    return namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace;
  }

  /** All of it. */
  JsonNode whole() {
    HpaEvent event = latest.event();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", "Event").put("apiVersion", "v1");
    body.putObject("metadata").put("name", name).put("namespace", namespace());
    body.set("involvedObject", Json.tree(latest.about()));
    putUnlessEmpty(body, "reason", event.reason());
    putUnlessEmpty(body, "message", event.message());
    body.putObject("source").put("component", latest.component());
    body.put("firstTimestamp", Timestamps.format(first));
    body.put("lastTimestamp", Timestamps.format(latest.at()));
    body.put("count", count).put("type", event.type().text());
    body.putNull("eventTime").put("reportingComponent", reporter).put("reportingInstance", "");
    return body;
  }

  /** What changes when it happens again. */
  JsonNode change() {
    ObjectNode change = JsonNodeFactory.instance.objectNode();
    change.put("count", count).put("lastTimestamp", Timestamps.format(latest.at()));
    putUnlessEmpty(change, "message", latest.event().message());
    return change;
  }

  private static void putUnlessEmpty(ObjectNode object, String field, String text) {
    if (!text.isEmpty()) {
      object.put(field, text);
    }
  }
}
