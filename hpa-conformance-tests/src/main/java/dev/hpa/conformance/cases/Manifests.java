package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** The objects that cases create. */
public final class Manifests {

  private Manifests() {}

  /** Returns a target: a custom resource without a controller. */
  public static JsonNode target(String name, int replicas, String selector) {
    Map<String, Object> target = object("conformance.hpa.dev/v1", "Workload", name);
    target.put("spec", Map.of("replicas", replicas));
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("replicas", replicas);
    status.put("selector", selector);
    target.put("status", status);
    return Json.tree(target);
  }

  /** Returns an HPA. */
  public static JsonNode autoscaler(String name, JsonNode spec) {
    Map<String, Object> autoscaler = object("autoscaling/v2", "HorizontalPodAutoscaler", name);
    autoscaler.put("spec", spec);
    return Json.tree(autoscaler);
  }

  private static Map<String, Object> object(String apiVersion, String kind, String name) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", apiVersion);
    object.put("kind", kind);
    object.put("metadata", Map.of("name", name));
    return object;
  }
}
