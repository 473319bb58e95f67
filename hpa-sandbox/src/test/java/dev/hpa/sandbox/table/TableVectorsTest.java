package dev.hpa.sandbox.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.vectors.Vectors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Cells and columns equal those of kube-apiserver's printers. */
class TableVectorsTest {

  private static final Map<String, String> RESOURCES =
      Map.of(
          "HorizontalPodAutoscaler", "autoscaling/horizontalpodautoscalers",
          "Scale", "autoscaling/scales",
          "Deployment", "apps/deployments",
          "ReplicaSet", "apps/replicasets",
          "StatefulSet", "apps/statefulsets",
          "ReplicationController", "/replicationcontrollers",
          "Pod", "/pods",
          "Event", "/events",
          "Lease", "coordination.k8s.io/leases",
          "Namespace", "/namespaces");

  @Test
  void printsEveryVector() {
    List<String> failures = new ArrayList<>();
    List<JsonNode> vectors = Recordings.lines("misc/print.ndjson");
    for (JsonNode vector : vectors) {
      String kind = vector.path("kind").asText();
      ObjectNode object =
          StorageConverter.of(vector.path("object"), vector.path("defaulted").asBoolean());
      Instant now = Instant.parse(vector.path("now").asText());
      JsonNode row = table(kind, List.of(object), TableOptions.at(now)).path("rows").path(0);
      compare(vector, "cells", row.path("cells"), vector.path("cells"), failures);
      JsonNode conditions = vector.path("rowConditions");
      compare(vector, "conditions", row.path("conditions"), conditions, failures);
    }
    assertTrue(
        failures.isEmpty(),
        () -> failures.size() + " of " + vectors.size() + "\n" + String.join("\n", failures));
  }

  @Test
  void definesEveryColumn() {
    JsonNode kinds = Json.tree(Vectors.configured().text("misc/print-columns.json"));
    kinds.forEachEntry(
        (kind, columns) -> {
          ObjectNode table = table(kind, List.of(), TableOptions.at(Instant.EPOCH));
          assertEquals(
              columns.toPrettyString(), table.path("columnDefinitions").toPrettyString(), kind);
        });
  }

  private static void compare(
      JsonNode vector, String what, JsonNode actual, JsonNode expected, List<String> failures) {
    if (!actual.equals(expected)) {
      failures.add(
          "%s: %s %s instead of %s".formatted(vector.path("name"), what, actual, expected));
    }
  }

  private static ObjectNode table(String kind, List<ObjectNode> objects, TableOptions options) {
    String[] resource = Objects.requireNonNull(RESOURCES.get(kind)).split("/", -1);
    return Tables.table(resource[0], resource[1], objects, options);
  }
}
