package dev.hpa.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Vectors;
import dev.hpa.api.versions.HpaVersion;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies of create requests. The checks of the API server before decoding (kind and apiVersion) and
 * their messages are not part of this module.
 */
class StrictVectorsTest {

  private static final String FILE = "strict.ndjson";
  private static final String RECORDED_137 = "v1.37/strict.ndjson";
  private static final String UID = "00000000-0000-4000-8000-000000000001";
  private static final Instant CREATION = Instant.parse("2024-01-01T00:00:00Z");

  @Test
  void bodiesDecodeAsRecorded() {
    Vectors.check(
        FILE,
        line -> line.has("decoded") && hasMatchingType(line),
        line ->
            assertEquals(
                withoutType(line.get("decoded")),
                withoutType(Vectors.read(version(line).reencode(body(line)).toString()))));
  }

  /**
   * Removed versions are decoded, as those of stored objects, and nothing is compared with the URL
   * of a request.
   */
  @ParameterizedTest
  @ValueSource(strings = {"api/" + FILE, RECORDED_137})
  void mismatchedBodiesAreRejected(String file) {
    Vectors.checkFile(
        file,
        line ->
            line.at("/ignore/code").asInt() == 400
                && !line.at("/ignore/message").asText().contains(" does not match the ")
                && !body(line).contains("/v2beta2\""),
        line -> assertThrows(JsonFormatException.class, () -> version(line).decode(body(line))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'apiVersion':'a/b/c'} | unexpected GroupVersion string: a/b/c",
        "{'apiVersion':'autoscaling/v2/'} | unexpected GroupVersion string: autoscaling/v2/",
        "{'kind':'Scale'} | no kind \"Scale\" is registered for version \"\"",
        "{'kind':'Scale','apiVersion':'autoscaling/v1'}"
            + " | no kind \"Scale\" is registered for version \"autoscaling/v1\"",
        "{'KIND':'Scale'} | no kind \"Scale\" is registered for version \"\"",
        "{'kind':'HorizontalPodAutoscalerList','apiVersion':'autoscaling/v2'} | no kind"
            + " \"HorizontalPodAutoscalerList\" is registered for version \"autoscaling/v2\"",
        "{'kind':'HorizontalPodAutoscaler','apiVersion':'apps/v1'}"
            + " | no kind \"HorizontalPodAutoscaler\" is registered for version \"apps/v1\"",
        "{'apiVersion':'autoscaling/__internal'} | no kind \"HorizontalPodAutoscaler\" is"
            + " registered for the internal version of group \"autoscaling\"",
        "{'Kind':1} | Kind is not a string",
      })
  void anObjectOfAnotherTypeIsRejected(String quoted, String message) {
    String body = quoted.replace('\'', '"');
    for (HpaVersion version : HpaVersion.values()) {
      assertEquals(
          message,
          assertThrows(JsonFormatException.class, () -> version.decode(body)).getMessage());
      assertThrows(JsonFormatException.class, () -> version.reencode(body));
      assertThrows(JsonFormatException.class, () -> version.withDefaults(body));
      assertThrows(JsonFormatException.class, () -> version.convert(body, HpaVersion.V2, true));
    }
  }

  /** What the API server takes from the URL. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'apiVersion':''}", "{'apiVersion':'/'}", "{'kind':null}"})
  void anIncompleteTypeIsThatOfTheVersion(String quoted) {
    for (HpaVersion version : HpaVersion.values()) {
      assertEquals(0, version.decode(quoted.replace('\'', '"')).spec().maxReplicas());
    }
  }

  @Test
  void unknownAndDuplicateFieldsAreReported() {
    Vectors.check(
        FILE,
        line -> line.has("decoded") && hasMatchingType(line),
        line -> {
          List<String> warnings =
              line.at("/warn/warnings").valueStream().map(JsonNode::asText).toList();
          assertEquals(
              warnings,
              StrictFieldValidation.problems(body(line), version(line), KubernetesVersion.DEFAULT));
        });
  }

  @Test
  void duplicateAndUnknownFieldsAreReportedInOrder() {
    assertEquals(
        List.of("duplicate field \"spec\""),
        problems("{\"spec\":{\"maxReplicas\":3},\"spec\":{\"maxReplicas\":4}}"));
    assertEquals(
        List.of("unknown field \"spec.maxreplicas\"", "unknown field \"spec.metrics[0].x\""),
        problems("{\"spec\":{\"maxreplicas\":3,\"metrics\":[{\"x\":1}]}}"));
  }

  @Test
  void aFieldOfNewerReleasesIsUnknownAndDropped() {
    String body = "{\"spec\":{\"syncPeriodSeconds\":30}}";
    for (KubernetesVersion release : KubernetesVersion.values()) {
      for (HpaVersion version : List.of(HpaVersion.V1, HpaVersion.V2)) {
        assertEquals(
            List.of("unknown field \"spec.syncPeriodSeconds\""),
            StrictFieldValidation.problems(body, version, release));
        HorizontalPodAutoscaler created =
            HpaStrategy.prepareCreate(version.decode(body), release.gates(), UID, CREATION);
        assertNull(created.spec().syncPeriodSeconds());
      }
    }
  }

  private static List<String> problems(String body) {
    return StrictFieldValidation.problems(body, HpaVersion.V2, KubernetesVersion.DEFAULT);
  }

  @Test
  void unknownAndDuplicateFieldsAreReportedByTheNextRelease() {
    Vectors.checkFile(
        RECORDED_137,
        line -> line.at("/warn/code").asInt() == 201,
        line -> {
          List<String> warnings =
              line.at("/warn/warnings").valueStream().map(JsonNode::asText).toList();
          assertEquals(
              warnings, StrictFieldValidation.problems(body(line), version(line), release(line)));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"api/" + FILE, RECORDED_137})
  void bodiesAreCreatedOrRejectedAsRecorded(String file) {
    Vectors.checkFile(
        file,
        line -> line.at("/ignore/code").asInt() != 400,
        line -> {
          HorizontalPodAutoscaler prepared =
              HpaStrategy.prepareCreate(
                  named(version(line).decode(body(line))), release(line).gates(), UID, CREATION);
          List<FieldError> errors =
              HpaValidation.validateCreate(prepared, release(line).gates(), release(line));
          if (line.at("/ignore/code").asInt() == 422) {
            assertEquals(
                line.at("/ignore/message").asText(),
                FieldError.statusMessage(
                    HpaValidation.KIND_AND_GROUP, prepared.metadata().nameOrEmpty(), errors));
            return;
          }
          assertEquals(List.of(), errors);
          HorizontalPodAutoscaler stored =
              HpaVersion.STORAGE.decode(HpaVersion.STORAGE.encode(prepared));
          assertEquals(
              line.at("/ignore/object"), Vectors.read(version(line).encode(stored).toString()));
        });
  }

  private static HorizontalPodAutoscaler named(HorizontalPodAutoscaler input) {
    ObjectMeta metadata = input.metadata();
    ObjectMeta.Builder named = metadata.copy();
    if (metadata.namespace() == null) {
      named.namespace("shop");
    }
    if (metadata.name() == null && metadata.generateName() != null) {
      named.name(metadata.generateName() + "xxxxx");
    }
    return input.withMetadata(named.build());
  }

  private static JsonNode withoutType(JsonNode json) {
    return ((ObjectNode) json.deepCopy()).remove(List.of("kind", "apiVersion"));
  }

  private static boolean hasMatchingType(JsonNode line) {
    JsonNode decoded = line.get("decoded");
    String version = line.get("apiVersion").asText();
    return decoded.path("apiVersion").asText(version).equals(version)
        && !decoded.path("kind").asText().endsWith("List");
  }

  private static String body(JsonNode line) {
    return line.get("inputText").asText();
  }

  private static KubernetesVersion release(JsonNode line) {
    return KubernetesVersion.parse(line.path("release").asText("1.36"));
  }

  private static HpaVersion version(JsonNode line) {
    return HpaVersion.of(line.get("apiVersion").asText()).orElseThrow();
  }
}
