package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.recordings.Recordings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the schemas of the OpenAPI documents with those of a real server. */
class RecordedOpenApiTest {

  /**
   * Types that are not served, and a field that the message definitions have and the recorded
   * release does not.
   */
  private static final Set<String> MEANT =
      Set.of(
          "io.k8s.api.core.v1.PersistentVolumeClaim",
          "io.k8s.api.core.v1.PersistentVolumeClaimSpec.accessModes",
          "io.k8s.api.core.v1.PersistentVolumeClaimStatus.accessModes",
          "io.k8s.api.core.v1.PersistentVolumeClaimStatus.allocatedResourceStatuses",
          "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition.observedGeneration");

  /** Descriptions, which differ by design, and extensions that clients do not use. */
  private static final Set<String> LEFT_OUT =
      Set.of("description", "default", "enum", "x-kubernetes-unions");

  @ParameterizedTest
  @CsvSource({
    "apis/autoscaling/v1, 0b0619b07938",
    "apis/autoscaling/v2, 9afe8b1a811b",
    "apis/apps/v1, 895e3ddd666d"
  })
  void schemasEqualThoseOfTheServer(String path, String recorded) {
    try (ServedSandbox served = new ServedSandbox()) {
      JsonNode ours = schemas(served.client.get("/openapi/v3/" + path).json());
      JsonNode theirs = schemas(Recordings.body(recorded));
      Map<String, String> differences = new TreeMap<>();
      ours.properties()
          .forEach(
              each ->
                  compare(each.getKey(), theirs.path(each.getKey()), each.getValue(), differences));
      differences.keySet().removeAll(MEANT);
      assertEquals("", String.join("\n", differences.values()));
    }
  }

  /** The recording of v1.37 has only the types of autoscaling. */
  @ParameterizedTest
  @CsvSource({
    "/openapi/v3/apis/autoscaling/v1, openapi v3 autoscaling v1",
    "/openapi/v3/apis/autoscaling/v2, openapi v3 autoscaling v2",
    "/openapi/v2, openapi v2 autoscaling definitions"
  })
  void schemasOfAutoscalersEqualThoseOfTheNewestServer(String path, String recorded) {
    JsonNode theirs =
        Recordings.lines("v1.37/reads.ndjson").stream()
            .filter(each -> each.path("name").asText().equals(recorded))
            .map(each -> schemas(each.path("body")))
            .findFirst()
            .orElseThrow();
    try (ServedSandbox served =
        new ServedSandbox(with -> with.withKubernetesVersion(KubernetesVersion.V1_37))) {
      Map<String, String> differences = new TreeMap<>();
      int compared = 0;
      for (Map.Entry<String, JsonNode> each :
          schemas(served.client.get(path).json()).properties()) {
        if (each.getKey().matches("io\\.k8s\\.api\\.autoscaling\\.v[12]\\..*")) {
          compared++;
          compare(each.getKey(), theirs.path(each.getKey()), each.getValue(), differences);
        }
      }
      assertEquals("", String.join("\n", differences.values()));
      assertTrue(compared > 0);
    }
  }

  /** The types of a document of v3 or v2, or the recorded types themselves. */
  private static JsonNode schemas(JsonNode document) {
    return document.has("definitions")
        ? document.path("definitions")
        : document.has("components") ? document.at("/components/schemas") : document;
  }

  private static void compare(
      String place, JsonNode expected, JsonNode actual, Map<String, String> differences) {
    Map<String, JsonNode> theirs = members(expected);
    Map<String, JsonNode> ours = members(actual);
    if (theirs.containsKey("properties") && ours.containsKey("properties")) {
      JsonNode properties = theirs.remove("properties");
      ours.remove("properties")
          .properties()
          .forEach(
              each ->
                  compare(
                      place + "." + each.getKey(),
                      properties.path(each.getKey()),
                      each.getValue(),
                      differences));
    }
    if (!theirs.equals(ours)) {
      differences.put(place, place + "\n  expected " + theirs + "\n  but was  " + ours);
    }
  }

  /** The fields of a schema; required fields are sorted. */
  private static Map<String, JsonNode> members(JsonNode schema) {
    Map<String, JsonNode> members = new TreeMap<>();
    schema.properties().forEach(each -> members.put(each.getKey(), each.getValue()));
    members.keySet().removeAll(LEFT_OUT);
    Set<String> required = new TreeSet<>();
    schema.path("required").forEach(each -> required.add(each.asText()));
    members.put("required", TextNode.valueOf(required.toString()));
    return members;
  }
}
