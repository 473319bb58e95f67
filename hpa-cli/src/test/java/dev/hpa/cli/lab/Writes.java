package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.api.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accepted writes of a controller, in order for each object: the {@code spec} of scales and the
 * {@code status} of autoscalers, with every time replaced by "time".
 *
 * @param byObject such as {@code shop/deployments/web/scale}
 */
record Writes(Map<String, List<String>> byObject) {

  private static final String TIME = "Time";

  static Writes of(List<AuditedRequest> requests) {
    Builder writes = new Builder();
    for (AuditedRequest each : requests) {
      if (each.code() == 200 && (each.isUpdateOf("scale") || each.isUpdateOf("status"))) {
        String[] resource = each.resource().split("/");
        writes.add(
            each.namespace() + "/" + resource[0] + "/" + each.name(), resource[1], each.body());
      }
    }
    return writes.build();
  }

  /** Collects the writes. */
  static final class Builder {

    private final Map<String, List<String>> byObject = new TreeMap<>();

    void add(String object, String subresource, JsonNode body) {
      JsonNode written = body.path(subresource.equals("scale") ? "spec" : "status");
      byObject
          .computeIfAbsent(object + "/" + subresource, key -> new ArrayList<>())
          .add(Json.text(withoutTimes(written.deepCopy())));
    }

    Writes build() {
      return new Writes(Collections.unmodifiableMap(byObject));
    }
  }

  private static JsonNode withoutTimes(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              each -> {
                if (each.getKey().endsWith(TIME)) {
                  each.setValue(TextNode.valueOf(TIME));
                }
              });
    }
    node.forEach(Writes::withoutTimes);
    return node;
  }
}
