package dev.hpa.cli.manifests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.convert.Converter;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares lint and convert with recorded responses of Kubernetes v1.36.2 and v1.28. */
class ManifestVectorsTest {

  private static final ObjectMapper PLAIN =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private interface Check {
    void accept(JsonNode line) throws IOException, ManifestException;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api/validate.ndjson",
        "v1.37/validate.ndjson",
        "v1.37/validate-scale-to-zero-off.ndjson"
      })
  void lintFindsTheRecordedErrors(String file) throws IOException {
    checkFile(
        file,
        line -> line.path("operation").asText().equals("create") && !line.has("wire"),
        line -> {
          String body = text(line.path("input"));
          List<String> found =
              new CreationCheck(release(line), gates(line), "shop")
                  .errors(DocumentHeader.of(body).version(), body).stream()
                      .map(cause -> cause.reason() + " " + cause.field() + ": " + cause.message())
                      .toList();
          List<String> recorded =
              line.path("errors")
                  .valueStream()
                  .map(error -> error.path("type").asText() + " " + error.path("text").asText())
                  .toList();
          assertEquals(comparable(recorded), comparable(found));
        });
  }

  /** Superfluous sources of a metric are recorded in random order. */
  private static List<String> comparable(List<String> errors) {
    return errors.stream().anyMatch(each -> each.endsWith("given metric source only"))
        ? errors.stream().sorted().toList()
        : errors;
  }

  private static KubernetesVersion release(JsonNode line) {
    return KubernetesVersion.parse(line.path("release").asText("1.36"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"api/strict.ndjson", "v1.37/strict.ndjson"})
  void lintReportsStrictDecodingErrors(String file) throws IOException {
    checkFile(
        file,
        line -> line.at("/ignore/code").asInt() != 400,
        line -> {
          HpaVersion version = HpaVersion.of(line.path("apiVersion").asText()).orElseThrow();
          List<ValidationError> found =
              new CreationCheck(release(line), release(line).gates(), "shop")
                  .errors(version, line.path("inputText").asText());
          int code = line.at("/strict/code").asInt();
          assertEquals(code == 201, found.isEmpty());
          if (code == 400) {
            String all =
                String.join(
                    ", ",
                    found.stream()
                        .map(ValidationError::message)
                        .map(message -> message.replace("strict decoding error: ", ""))
                        .toList());
            String message = line.at("/strict/message").asText();
            assertTrue(message.endsWith("strict decoding error: " + all), message);
          }
        });
  }

  @Test
  void documentsConvertAsRecorded() throws IOException {
    check(
        "convert.ndjson",
        line -> line.path("release").asText().equals("1.36"),
        line -> {
          if (line.has("error")) {
            assertThrows(ManifestException.class, () -> converted(line));
          } else {
            assertEquals(
                withoutAddedStatus(line, line.path("output")),
                withoutAddedStatus(line, PLAIN.readTree(converted(line))));
          }
        });
  }

  /** Kubernetes 1.28 has no tolerance, and other conversions between v1 and v2. */
  @Test
  void documentsOfRemovedVersionsConvertAsRecorded() throws IOException {
    check(
        "convert.ndjson",
        line ->
            line.path("release").asText().equals("1.28")
                && !text(line.path("input")).contains("olerance")
                && versions(line).stream().anyMatch(each -> each.contains("beta"))
                && !versions(line).containsAll(List.of("autoscaling/v1", "autoscaling/v2")),
        line -> {
          if (line.has("error")) {
            assertThrows(ManifestException.class, () -> converted(line));
          } else {
            assertEquals(
                withoutUnsetTime(withoutAddedStatus(line, line.path("output"))),
                withoutAddedStatus(line, PLAIN.readTree(converted(line))));
          }
        });
  }

  /** The API server adds an empty status to an object without one; a manifest has none. */
  private static JsonNode withoutAddedStatus(JsonNode line, JsonNode recorded) {
    JsonNode output = recorded.deepCopy();
    withoutEmptyStatus(line.path("input"), output);
    JsonNode items = output.path("items");
    for (int i = 0; i < items.size(); i++) {
      withoutEmptyStatus(line.path("input").path("items").path(i), items.get(i));
    }
    return output;
  }

  private static void withoutEmptyStatus(JsonNode input, JsonNode output) {
    if (!input.has("status")
        && output
            .path("status")
            .valueStream()
            .allMatch(each -> each.isNull() || each.asInt(1) == 0)) {
      ((ObjectNode) output).remove("status");
    }
  }

  /** Kubernetes 1.28 writes an unset creation time as null. */
  private static JsonNode withoutUnsetTime(JsonNode output) {
    ObjectNode result = output.deepCopy();
    for (JsonNode metadata : result.findValues("metadata")) {
      if (metadata.path("creationTimestamp").isNull()) {
        ((ObjectNode) metadata).remove("creationTimestamp");
      }
    }
    return result;
  }

  private static List<String> versions(JsonNode line) {
    return line.has("path")
        ? line.path("path").valueStream().map(JsonNode::asText).toList()
        : List.of(line.path("from").asText(), line.path("to").asText());
  }

  private static String converted(JsonNode line) throws ManifestException {
    List<String> versions = versions(line);
    String body = text(line.path("input"));
    for (String version : versions.subList(1, versions.size())) {
      Converter converter =
          new Converter(
              HpaVersion.of(version).orElseThrow(),
              KubernetesVersion.DEFAULT,
              line.path("defaulted").asBoolean(),
              false);
      body = Json.text(converter.convert(body).orElseThrow());
    }
    return body;
  }

  /** Returns the text of a recorded input with the original number literals. */
  private static String text(JsonNode input) {
    return input.toString().replaceAll("([0-9])E[+]([0-9])", "$1e$2");
  }

  private static HpaFeatureGates gates(JsonNode line) {
    return new HpaFeatureGates(
        line.at("/featureGates/HPAScaleToZero").asBoolean(),
        line.at("/featureGates/HPAConfigurableTolerance").asBoolean(),
        release(line).hasGenerations());
  }

  private static void check(String name, Predicate<JsonNode> filter, Check check)
      throws IOException {
    checkFile("api/" + name, filter, check);
  }

  private static void checkFile(String name, Predicate<JsonNode> filter, Check check)
      throws IOException {
    List<String> failures = new ArrayList<>();
    int seen = 0;
    for (JsonNode line : lines(name)) {
      if (filter.test(line)) {
        seen++;
        try {
          check.accept(line);
        } catch (AssertionError | RuntimeException | ManifestException failure) {
          failures.add(line.path("name").asText() + ": " + failure);
        }
      }
    }
    System.out.printf("%s: %d of %d cases passed%n", name, seen - failures.size(), seen);
    assertTrue(seen > 0, "no case was selected");
    assertEquals(List.of(), failures.subList(0, Math.min(10, failures.size())));
  }

  private static List<JsonNode> lines(String file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    try (Stream<String> texts = Vectors.configured().lines(file)) {
      for (String text : (Iterable<String>) texts::iterator) {
        lines.add(PLAIN.readTree(text));
      }
    }
    return lines;
  }
}
