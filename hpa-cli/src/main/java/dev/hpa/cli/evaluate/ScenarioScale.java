package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The scale subresource of a workload object. Without a status, the object counts as having all
 * desired replicas.
 */
final class ScenarioScale {

  private ScenarioScale() {}

  /**
   * @throws IllegalArgumentException if the selector is invalid
   */
  static Scale of(JsonNode workload) {
    JsonNode spec = workload.path("spec");
    int replicas = spec.path("replicas").asInt(1);
    JsonNode observed = workload.path("status");
    return new Scale(
        workload.path("metadata").path("namespace").asText(""),
        workload.path("metadata").path("name").asText(""),
        workload.path("metadata").path("uid").asText(""),
        "",
        replicas,
        observed.isObject() ? observed.path("replicas").asInt(0) : replicas,
        selector(workload).toString());
  }

  private static Selector selector(JsonNode workload) {
    JsonNode selector = workload.path("spec").path("selector");
    if (!workload.path("kind").asText().equals("ReplicationController")) {
      return Json.read(selector, LabelSelector.class).toSelector();
    }
    Map<String, String> labels = new TreeMap<>();
    selector.properties().forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
    return Selector.parse(
        labels.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(",")));
  }
}
