package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Quantity;
import java.util.Map;

/**
 * Converts autoscalers of the test vectors to the storage version, as far as the printer needs it.
 */
final class StorageConverter {

  private static final String ANNOTATION = "autoscaling.alpha.kubernetes.io/";

  private static final Map<String, String> MEMBERS =
      Map.of(
          "Resource", "resource",
          "ContainerResource", "containerResource",
          "Pods", "pods",
          "Object", "object",
          "External", "external");

  private StorageConverter() {}

  static ObjectNode of(JsonNode object, boolean defaulted) {
    ObjectNode stored = object.deepCopy();
    if (!stored.path("kind").asText().equals("HorizontalPodAutoscaler")) {
      return stored;
    }
    if (stored.path("apiVersion").asText().equals("autoscaling/v1")) {
      convert(stored);
    }
    if (defaulted) {
      setDefaults(stored.withObjectProperty("spec"));
    }
    return stored;
  }

  private static void setDefaults(ObjectNode spec) {
    if (!FieldReader.isPresent(spec.path("minReplicas"))) {
      spec.put("minReplicas", 1);
    }
    if (spec.path("metrics").isEmpty()) {
      spec.putArray("metrics").add(cpu("target", 80));
    }
  }

  private static void convert(ObjectNode autoscaler) {
    JsonNode annotations = autoscaler.path("metadata").path("annotations");
    ObjectNode spec = autoscaler.withObjectProperty("spec");
    ObjectNode status = autoscaler.withObjectProperty("status");
    ArrayNode metrics = spec.putArray("metrics");
    metrics.addAll(annotated(annotations.path(ANNOTATION + "metrics"), "target"));
    JsonNode wanted = spec.path("targetCPUUtilizationPercentage");
    if (FieldReader.isPresent(wanted)) {
      metrics.add(cpu("target", wanted.asInt()));
    }
    JsonNode current = status.path("currentCPUUtilizationPercentage");
    ArrayNode statuses = status.putArray("currentMetrics");
    if (FieldReader.isPresent(current)) {
      statuses.add(cpu("current", current.asInt()));
    }
    JsonNode replacing = annotations.path(ANNOTATION + "current-metrics");
    if (isArray(replacing)) {
      statuses.removeAll().addAll(annotated(replacing, "current"));
    }
  }

  private static ObjectNode cpu(String side, int percent) {
    ObjectNode metric = JsonNodeFactory.instance.objectNode().put("type", "Resource");
    ObjectNode resource = metric.putObject("resource").put("name", "cpu");
    resource.putObject(side).put("averageUtilization", percent);
    return metric;
  }

  private static boolean isArray(JsonNode annotation) {
    try {
      return converted(annotation, "current") != null;
    } catch (IllegalArgumentException | JsonFormatException e) {
      return false;
    }
  }

  private static ArrayNode annotated(JsonNode annotation, String side) {
    try {
      return converted(annotation, side);
    } catch (IllegalArgumentException | JsonFormatException e) {
      return JsonNodeFactory.instance.arrayNode();
    }
  }

  private static ArrayNode converted(JsonNode annotation, String side) {
    JsonNode flat = Json.tree(FieldReader.text(annotation));
    if (!flat.isArray()) {
      throw new IllegalArgumentException("no array");
    }
    ArrayNode nested = JsonNodeFactory.instance.arrayNode();
    flat.forEach(metric -> nested.add(metric(metric, side)));
    return nested;
  }

  private static ObjectNode metric(JsonNode flat, String side) {
    if (!flat.isObject()) {
      throw new IllegalArgumentException("no object");
    }
    String type = FieldReader.text(flat.path("type"));
    ObjectNode metric = JsonNodeFactory.instance.objectNode().put("type", type);
    String member = MEMBERS.getOrDefault(type, "");
    JsonNode source = flat.path(member);
    if (source.isObject()) {
      ObjectNode target = metric.putObject(member);
      target.set("name", source.path("name").deepCopy());
      values(source, side, target.putObject(side));
      requireValue(type, side, target.withObjectProperty(side));
    }
    return metric;
  }

  private static void values(JsonNode source, String side, ObjectNode values) {
    copy(source, side + "AverageUtilization", values, "averageUtilization");
    copyQuantity(source, side + "AverageValue", values, "averageValue");
    copyQuantity(source, "averageValue", values, "averageValue");
    copyQuantity(source, side + "Value", values, "value");
  }

  /** Status values that are not pointers in the flat format have a zero when they are absent. */
  private static void requireValue(String type, String side, ObjectNode values) {
    boolean average = type.equals("Resource") || type.equals("ContainerResource");
    if (side.equals("current") && (average || type.equals("Pods"))) {
      values.putIfAbsent("averageValue", JsonNodeFactory.instance.textNode("0"));
    }
  }

  private static void copy(JsonNode source, String name, ObjectNode target, String as) {
    if (FieldReader.isPresent(source.path(name))) {
      target.set(as, source.path(name));
    }
  }

  private static void copyQuantity(JsonNode source, String name, ObjectNode target, String as) {
    if (FieldReader.isPresent(source.path(name))) {
      target.put(as, Quantity.parse(FieldReader.text(source.path(name))).toString());
    }
  }
}
