package dev.hpa.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.Vectors;
import dev.hpa.api.versions.HpaVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes of autoscalers. The checks of the API server in front of the validation, such as that of
 * the name on the URL, are not part of this module.
 */
class ValidationVectorsTest {

  private static final String RECORDED_136 = "api/validate.ndjson";
  private static final String RECORDED_137 = "v1.37/validate.ndjson";
  private static final String WITHOUT_SCALE_TO_ZERO = "v1.37/validate-scale-to-zero-off.ndjson";
  private static final String STORED_INVALID = "v1.37/validate-stored-invalid.ndjson";
  private static final String UID = "00000000-0000-4000-8000-000000000001";
  private static final Instant CREATION = Instant.parse("2024-01-01T00:00:00Z");

  @ParameterizedTest
  @ValueSource(strings = {RECORDED_136, RECORDED_137, WITHOUT_SCALE_TO_ZERO})
  void createsAreValidatedAsRecorded(String file) {
    Vectors.checkFile(
        file,
        line -> is(line, "create"),
        line -> {
          HorizontalPodAutoscaler prepared =
              HpaStrategy.prepareCreate(input(line), gates(line), UID, CREATION);
          check(line, prepared, HpaValidation.validateCreate(prepared, gates(line), release(line)));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {RECORDED_136, RECORDED_137, WITHOUT_SCALE_TO_ZERO, STORED_INVALID})
  void updatesAreValidatedAsRecorded(String file) {
    Vectors.checkFile(
        file,
        line -> is(line, "update"),
        line -> {
          HorizontalPodAutoscaler old = old(line);
          HorizontalPodAutoscaler prepared =
              HpaStrategy.prepareUpdate(input(line), old, gates(line));
          check(
              line,
              prepared,
              HpaValidation.validateUpdate(prepared, old, gates(line), release(line)));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {RECORDED_136, RECORDED_137, WITHOUT_SCALE_TO_ZERO})
  void statusUpdatesAreValidatedAsRecorded(String file) {
    Vectors.checkFile(
        file,
        line -> is(line, "updateStatus"),
        line -> {
          HorizontalPodAutoscaler old = old(line);
          HorizontalPodAutoscaler prepared = HpaStrategy.prepareStatusUpdate(input(line), old);
          check(line, prepared, HpaValidation.validateStatusUpdate(prepared, old, release(line)));
        });
  }

  private static void check(
      JsonNode line, HorizontalPodAutoscaler prepared, List<FieldError> errors) {
    assertEquals(comparable(recorded(line)), comparable(shown(errors)));
    if (!errors.isEmpty()) {
      assertEquals(
          sortedParts(line.get("final").asText()),
          sortedParts(
              FieldError.statusMessage(
                  HpaValidation.KIND_AND_GROUP, prepared.metadata().nameOrEmpty(), errors)));
      return;
    }
    JsonNode stored = HpaVersion.STORAGE.encode(HpaStrategy.stored(prepared, release(line)));
    if (line.has("stored")) {
      assertEquals(line.get("stored"), Vectors.read(stored.toString()));
    }
    HorizontalPodAutoscaler read = HpaVersion.STORAGE.decode(stored);
    assertEquals(
        comparable(line.get("returned")),
        comparable(Vectors.read(version(line).encode(read).toString())));
  }

  /** The parts of the message of a Status, whose order is that of the errors. */
  private static List<String> sortedParts(String message) {
    String list = message.replaceFirst("is invalid: \\[(.*)]$", "is invalid: , $1");
    return Stream.of(list.split(", (?=metadata|spec|status)")).sorted().toList();
  }

  /** Superfluous sources of a metric are reported in random order; neighbors are sorted. */
  private static List<String> comparable(List<String> errors) {
    List<String> result = new ArrayList<>();
    List<String> superfluous = new ArrayList<>();
    for (String error : errors) {
      if (error.contains("must populate the given metric source only")) {
        superfluous.add(error);
        continue;
      }
      superfluous.stream().sorted().forEach(result::add);
      superfluous.clear();
      result.add(error);
    }
    superfluous.stream().sorted().forEach(result::add);
    return result;
  }

  /** Without what the store sets, and generated names, which are not recorded. */
  private static JsonNode comparable(JsonNode object) {
    ObjectNode copy = object.deepCopy();
    ObjectNode metadata = copy.withObject("/metadata");
    metadata.remove(List.of("resourceVersion", "managedFields"));
    if (metadata.has("generateName")) {
      metadata.remove("name");
    }
    return copy;
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

  private static KubernetesVersion release(JsonNode line) {
    return KubernetesVersion.parse(line.path("release").asText("1.36"));
  }

  private static HpaFeatureGates gates(JsonNode line) {
    return new HpaFeatureGates(
        line.at("/featureGates/HPAScaleToZero").asBoolean(),
        line.at("/featureGates/HPAConfigurableTolerance").asBoolean(),
        release(line).hasGenerations());
  }

  private static boolean is(JsonNode line, String operation) {
    return line.get("operation").asText().equals(operation) && !line.has("wire");
  }
}
