package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.sandbox.recordings.Recordings;
import java.util.ArrayList;
import java.util.List;
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
      List<String> differences = new ArrayList<>();
      ours.properties()
          .forEach(
              each ->
                  compare(each.getKey(), theirs.path(each.getKey()), each.getValue(), differences));
      assertEquals("", String.join("\n", differences));
    }
  }

  private static JsonNode schemas(JsonNode document) {
    return document.at("/components/schemas");
  }

  private static void compare(
      String place, JsonNode expected, JsonNode actual, List<String> differences) {
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
    if (!theirs.equals(ours) && !MEANT.contains(place)) {
      differences.add(place + "\n  expected " + theirs + "\n  but was  " + ours);
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
