package dev.hpa.sandbox.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.simulation.Patch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Replays recorded patches on their objects and compares with the responses of the API server. The
 * object before a patch is that of the last response that contained it.
 */
class RecordedPatchTest {

  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON = "application/json-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private static final Set<String> FORMS = Set.of(MERGE, JSON, STRATEGIC);

  private final Map<String, JsonNode> objects = new HashMap<>();

  /** The number of replayed patches by type. */
  private final Map<String, Integer> replayed = new TreeMap<>();

  private final List<String> differences = new ArrayList<>();

  @Test
  void equalsTheRecordedResponses() {
    for (var file : Recordings.files()) {
      objects.clear();
      Recordings.lines(file).stream().filter(RecordedPatchTest::succeeded).forEach(this::replay);
    }
    assertEquals("", String.join("\n", differences));
    assertEquals(FORMS, replayed.keySet());
  }

  private void replay(JsonNode exchange) {
    String path = exchange.path("path").asText().replaceFirst("\\?.*", "");
    String name = path.replaceFirst("/status$", "");
    JsonNode answer = Recordings.json(exchange.path("respBody"));
    JsonNode before = objects.get(name);
    if (before != null && exchange.path("method").asText().equals("PATCH")) {
      compare(exchange, before, answer, path.endsWith("/status") ? "spec" : "status");
    }
    remember(exchange, name, answer);
  }

  private void remember(JsonNode exchange, String path, JsonNode answer) {
    if (exchange.path("path").asText().contains("dryRun")) {
      return;
    }
    String name = answer.at("/metadata/name").asText();
    boolean ofCollection = exchange.path("method").asText().equals("POST");
    objects.put(ofCollection ? path + "/" + name : path, answer);
  }

  private void compare(JsonNode exchange, JsonNode before, JsonNode answer, String untouched) {
    String type = exchange.at("/reqHeaders/content-type").asText();
    JsonNode patch = exchange.path("reqBody");
    if (!FORMS.contains(type) || leavesRoomForDefaults(patch)) {
      return;
    }
    replayed.merge(type, 1, Integer::sum);
    JsonNode ours = comparable(patched(type, before, patch), untouched);
    JsonNode theirs = comparable(answer, untouched);
    if (!ours.equals(theirs)) {
      differences.add(
          exchange.path("label")
              + "\n  patch  "
              + patch
              + "\n  ours   "
              + ours
              + "\n  recorded "
              + theirs);
    }
  }

  private static JsonNode patched(String type, JsonNode before, JsonNode patch) {
    return switch (type) {
      case MERGE -> Patch.apply(before, patch);
      case JSON -> JsonPatch.apply(before, patch);
      default -> StrategicMergePatch.apply((ObjectNode) before, (ObjectNode) patch);
    };
  }

  /** Whether the server sets defaults beyond the patch, which is no part of patching. */
  private static boolean leavesRoomForDefaults(JsonNode patch) {
    JsonNode spec = patch.path("spec");
    return spec.has("behavior") || spec.path("minReplicas").isNull();
  }

  /**
   * The object without what the server sets, and without the part that the request cannot write.
   */
  private static JsonNode comparable(JsonNode object, String untouched) {
    ObjectNode copy = object.deepCopy();
    copy.remove(untouched);
    ((ObjectNode) copy.path("metadata"))
        .remove(List.of("managedFields", "resourceVersion", "generation"));
    forgetUntyped(copy);
    return copy;
  }

  /** Removes what the server drops or adds when it decodes the patched object. */
  private static void forgetUntyped(JsonNode value) {
    if (value instanceof ObjectNode object) {
      object.remove("bogus");
      object.properties().removeIf(member -> isUnset(member.getKey(), member.getValue()));
    }
    value.forEach(RecordedPatchTest::forgetUntyped);
  }

  private static boolean isUnset(String name, JsonNode value) {
    boolean map = name.equals("labels") || name.equals("annotations");
    return value.isNull() || (map && value.isEmpty());
  }

  private static boolean succeeded(JsonNode exchange) {
    JsonNode answer = Recordings.json(exchange.path("respBody"));
    return exchange.path("status").asInt() < 300
        && answer.at("/metadata/resourceVersion").isTextual()
        && !answer.has("items");
  }
}
