package dev.hpa.api.flat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes {@code spec.behavior} as an annotation, for API versions without the field. Field names
 * are the Go names of the internal version ({@code StabilizationWindowSeconds}); unset fields are
 * written as null. {@link FlatConversionOptions} determines whether unset tolerances are written.
 */
public final class BehaviorAnnotation {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private BehaviorAnnotation() {}

  /** Encodes a behavior as JSON. */
  public static String write(Behavior behavior, FlatConversionOptions options) {
    boolean withTolerance = options.writesUnsetTolerance() || behavior.hasTolerance();
    ObjectNode json = NODES.objectNode();
    json.set("ScaleUp", rules(behavior.scaleUp(), withTolerance));
    json.set("ScaleDown", rules(behavior.scaleDown(), withTolerance));
    return Json.text(json);
  }

  /**
   * Decodes a behavior; returns null if the annotation is absent or malformed, or sets neither
   * direction.
   */
  public static @Nullable Behavior read(@Nullable String json) {
    if (json == null) {
      return null;
    }
    try {
      Behavior behavior = Json.readAnnotation(json, Behavior.class);
      return behavior.scaleUp() == null && behavior.scaleDown() == null ? null : behavior;
    } catch (JsonFormatException e) {
      return null;
    }
  }

  private static JsonNode rules(@Nullable ScalingRules rules, boolean withTolerance) {
    if (rules == null) {
      return NODES.nullNode();
    }
    ObjectNode json = NODES.objectNode();
    json.put("StabilizationWindowSeconds", rules.stabilizationWindowSeconds());
    json.put("SelectPolicy", rules.selectPolicy());
    json.set("Policies", policies(rules.policies()));
    Quantity tolerance = rules.tolerance();
    if (withTolerance) {
      json.put("Tolerance", tolerance == null ? null : tolerance.toString());
    }
    return json;
  }

  private static JsonNode policies(@Nullable List<ScalingPolicy> policies) {
    if (policies == null) {
      return NODES.nullNode();
    }
    ArrayNode json = NODES.arrayNode();
    for (ScalingPolicy policy : policies) {
      json.addObject()
          .put("Type", policy.type())
          .put("Value", policy.value())
          .put("PeriodSeconds", policy.periodSeconds());
    }
    return json;
  }
}
