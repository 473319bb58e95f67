package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The objects of the suite in a cluster. All have the label {@link #LABEL}. */
final class SuiteObjects {

  /** Its value is the id of the run. */
  static final String LABEL = "conformance.hpa.dev/run";

  static final String NAMESPACES = "/api/v1/namespaces";
  static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
  static final String DEFINITION =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/workloads.conformance.hpa.dev";

  /** Selects the objects of all runs. */
  static final String SELECTED = "?labelSelector=" + LABEL;

  private SuiteObjects() {}

  /** Returns the namespace of the Service and of the state of a run. */
  static String namespace(String run) {
    return "hpa-" + run + "-metrics";
  }

  /** Returns an object with the label. */
  static ObjectNode labelled(String json, String run) {
    ObjectNode object = (ObjectNode) Json.tree(json);
    object.withObjectProperty("metadata").withObjectProperty("labels").put(LABEL, run);
    return object;
  }

  static boolean isLabelled(JsonNode object) {
    return object.path("metadata").path("labels").has(LABEL);
  }

  /** Returns an object, or null for 404. */
  static @Nullable JsonNode find(ClusterApi api, String path) throws IOException {
    try {
      return api.get(path);
    } catch (RefusedException refusal) {
      if (refusal.code() == 404) {
        return null;
      }
      throw refusal;
    }
  }
}
