package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.versions.HpaVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionVectorsTest {

  @Test
  void objectsConvertAsRecorded() {
    Vectors.check(
        "convert.ndjson",
        line -> isServed(line) && !line.has("path"),
        line -> check(line, List.of(text(line, "from"), text(line, "to"))));
  }

  @Test
  void roundTripsEndAsRecorded() {
    Vectors.check(
        "convert.ndjson",
        line -> isServed(line) && line.has("path"),
        line -> check(line, line.get("path").valueStream().map(JsonNode::asText).toList()));
  }

  @Test
  void defaultsAreAppliedAsRecorded() {
    Vectors.check(
        "default.ndjson",
        line ->
            isServed(line) && line.at("/input/kind").asText().equals(HorizontalPodAutoscaler.KIND),
        line -> {
          String input = Vectors.text(line.get("input"));
          if (line.has("error")) {
            assertThrows(
                JsonFormatException.class,
                () -> version(text(line, "apiVersion")).withDefaults(input));
          } else {
            JsonNode output = version(text(line, "apiVersion")).withDefaults(input);
            assertEquals(line.get("output"), Vectors.read(Json.text(output)));
          }
        });
  }

  /**
   * Kubernetes 1.28 had no tolerance and converted between v1 and v2 differently from 1.36; such
   * cases are skipped. Two fields are not compared: an unset creation time, which 1.28 wrote as
   * null, and an unset tolerance from v1 to v1, which 1.36 writes as null.
   */
  @Test
  void removedVersionsConvertAsRecorded() {
    Vectors.check(
        "convert.ndjson",
        line -> !isServed(line) && isComparable(line),
        line -> check(line, path(line)));
  }

  @Test
  void defaultsOfRemovedVersionsAreAppliedAsRecorded() {
    Vectors.check(
        "default.ndjson",
        line ->
            !isServed(line)
                && isComparable(line)
                && line.at("/input/kind").asText().equals(HorizontalPodAutoscaler.KIND),
        line -> {
          String input = Vectors.text(line.get("input"));
          HpaVersion version = version(text(line, "apiVersion"));
          if (line.has("error")) {
            assertThrows(JsonFormatException.class, () -> version.withDefaults(input));
          } else {
            assertEquals(
                adjusted(line.get("output")), Vectors.read(Json.text(version.withDefaults(input))));
          }
        });
  }

  /**
   * Objects that were written into etcd and read from kube-apiserver v1.37, without their version.
   */
  @ParameterizedTest
  @ValueSource(strings = {"v1.37/read-convert.ndjson", "v1.37/read-default.ndjson"})
  void storedObjectsAreReadAsRecorded(String file) {
    Vectors.checkFile(
        file,
        line -> true,
        line -> {
          JsonNode input = line.get("input");
          List<String> path = new ArrayList<>(List.of(text(input, "apiVersion")));
          line.get("hops").forEach(each -> path.add(each.asText()));
          if (line.has("output")) {
            JsonNode output = converted(input, path, true);
            ((ObjectNode) output.path("metadata")).remove("resourceVersion");
            assertEquals(line.get("output"), Vectors.read(Json.text(output)));
          } else {
            assertThrows(JsonFormatException.class, () -> converted(input, path, true));
          }
        });
  }

  private static List<String> path(JsonNode line) {
    return line.has("path")
        ? line.get("path").valueStream().map(JsonNode::asText).toList()
        : List.of(text(line, "from"), text(line, "to"));
  }

  private static boolean isComparable(JsonNode line) {
    return !Vectors.text(line.get("input")).contains("olerance")
        && !isBetweenServedVersions(path(line));
  }

  /** Whether a step converts between v1 and v2. */
  private static boolean isBetweenServedVersions(List<String> path) {
    return IntStream.range(1, path.size())
        .mapToObj(i -> Set.copyOf(path.subList(i - 1, i + 1)))
        .anyMatch(Set.of("autoscaling/v1", "autoscaling/v2")::equals);
  }

  private static JsonNode adjusted(JsonNode output) {
    String text =
        output
            .toString()
            .replace(",\"creationTimestamp\":null", "")
            .replace("\"creationTimestamp\":null", "");
    return Vectors.read(text);
  }

  private static void check(JsonNode line, List<String> path) {
    boolean defaulted = line.get("defaulted").asBoolean();
    if (line.has("error")) {
      assertThrows(JsonFormatException.class, () -> converted(line.get("input"), path, defaulted));
      return;
    }
    String output = plain(Json.text(converted(line.get("input"), path, defaulted)));
    if (!isServed(line)) {
      boolean served = path.stream().allMatch(each -> version(each).isServed());
      assertEquals(
          adjusted(line.get("output")),
          Vectors.read(served ? output.replace(",\\\"Tolerance\\\":null", "") : output));
      return;
    }
    assertEquals(line.get("output"), Vectors.read(output));
    if (hasStableFieldOrder(line.get("input"))) {
      assertEquals(line.get("output").toString(), output);
    }
  }

  /** {@code managedFields} is passed through unchanged. */
  private static boolean hasStableFieldOrder(JsonNode input) {
    return !input.at("/metadata").has("managedFields");
  }

  /** Encodes like the mapper of the recorded cases, so that only escapes differ. */
  private static String plain(String json) {
    return Vectors.read(json).toString();
  }

  private static JsonNode converted(JsonNode input, List<String> path, boolean defaulted) {
    boolean isList = input.path("kind").asText().equals(HorizontalPodAutoscalerList.KIND);
    JsonNode body = input;
    for (int i = 1; i < path.size(); i++) {
      HpaVersion from = version(path.get(i - 1));
      HpaVersion to = version(path.get(i));
      String text = Vectors.text(body);
      body =
          isList
              ? from.convertList(text, to, defaulted, KubernetesVersion.DEFAULT)
              : from.convert(text, to, defaulted);
    }
    return body;
  }

  private static HpaVersion version(String apiVersion) {
    return HpaVersion.of(apiVersion).orElseThrow();
  }

  private static boolean isServed(JsonNode line) {
    return text(line, "release").equals("1.36");
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asText();
  }
}
