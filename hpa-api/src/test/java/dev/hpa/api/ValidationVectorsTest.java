package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.versions.HpaVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidationVectorsTest {

  private static final String FILE = "validate.ndjson";
  private static final String UID = "00000000-0000-4000-8000-000000000001";
  private static final Instant CREATION = Instant.parse("2024-01-01T00:00:00Z");

  @Test
  void createsAreValidatedAsRecorded() {
    Vectors.check(
        FILE,
        line -> is(line, "create"),
        line -> {
          HorizontalPodAutoscaler prepared =
              HpaStrategy.prepareCreate(input(line), gates(line), UID, CREATION);
          check(line, prepared, HpaValidation.validateCreate(prepared, gates(line)));
        });
  }

  @Test
  void updatesAreValidatedAsRecorded() {
    Vectors.check(
        FILE,
        line -> is(line, "update"),
        line -> {
          HorizontalPodAutoscaler old = old(line);
          HorizontalPodAutoscaler prepared =
              HpaStrategy.prepareUpdate(input(line), old, gates(line));
          check(line, prepared, HpaValidation.validateUpdate(prepared, old, gates(line)));
        });
  }

  @Test
  void statusUpdatesAreValidatedAsRecorded() {
    Vectors.check(
        FILE,
        line -> is(line, "updateStatus"),
        line -> {
          HorizontalPodAutoscaler old = old(line);
          HorizontalPodAutoscaler prepared = HpaStrategy.prepareStatusUpdate(input(line), old);
          check(line, prepared, HpaValidation.validateStatusUpdate(prepared, old));
        });
  }

  private static void check(
      JsonNode line, HorizontalPodAutoscaler prepared, List<FieldError> errors) {
    assertEquals(recorded(line), shown(errors));
    if (!errors.isEmpty()) {
      assertEquals(
          line.get("final").asText(),
          FieldError.statusMessage(
              HpaValidation.KIND_AND_GROUP, prepared.metadata().nameOrEmpty(), errors));
      return;
    }
    JsonNode stored = HpaVersion.STORAGE.encode(prepared);
    assertEquals(line.get("stored"), Vectors.read(stored.toString()));
    HorizontalPodAutoscaler read = HpaVersion.STORAGE.decode(stored);
    assertEquals(line.get("returned"), Vectors.read(version(line).encode(read).toString()));
  }

  private static List<String> recorded(JsonNode line) {
    List<String> errors = new ArrayList<>();
    for (JsonNode error : line.path("errors")) {
      errors.add(error.get("type").asText() + " " + error.get("text").asText());
    }
    return errors;
  }

  private static List<String> shown(List<FieldError> errors) {
    return errors.stream().map(error -> error.reason().cause() + " " + error.text()).toList();
  }

  /** Sets the namespace of the request if the body has none. */
  private static HorizontalPodAutoscaler input(JsonNode line) {
    HorizontalPodAutoscaler input = version(line).decode(line.get("input").toString());
    return input.metadata().namespace() == null
        ? input.withMetadata(input.metadata().copy().namespace("shop").build())
        : input;
  }

  private static HorizontalPodAutoscaler old(JsonNode line) {
    return HpaVersion.STORAGE.decode(line.get("old").toString());
  }

  private static HpaVersion version(JsonNode line) {
    return HpaVersion.of(line.at("/input/apiVersion").asText()).orElseThrow();
  }

  private static HpaFeatureGates gates(JsonNode line) {
    return new HpaFeatureGates(
        line.at("/featureGates/HPAScaleToZero").asBoolean(),
        line.at("/featureGates/HPAConfigurableTolerance").asBoolean());
  }

  private static boolean is(JsonNode line, String operation) {
    return line.get("operation").asText().equals(operation);
  }
}
