package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionVectorsTest {

  @Test
  void objectsConvertAsRecorded() {
    Vectors.check(
        "convert.ndjson.gz",
        line -> isCurrent(line) && !line.has("path"),
        line -> check(line, List.of(text(line, "from"), text(line, "to"))));
  }

  @Test
  void roundTripsEndAsRecorded() {
    Vectors.check(
        "convert.ndjson.gz",
        line -> isCurrent(line) && line.has("path"),
        line -> check(line, line.get("path").valueStream().map(JsonNode::asText).toList()));
  }

  @Test
  void defaultsAreFilledInAsRecorded() {
    Vectors.check(
        "default.ndjson.gz",
        line ->
            isCurrent(line) && line.at("/input/kind").asText().equals(HorizontalPodAutoscaler.KIND),
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
   * Kubernetes 1.28 did not know tolerance, wrote an unset creation time as null, and its v1 gave
   * Object metrics with an average value a zero value; cases that turn on this are left out or
   * adjusted.
   */
  @Test
  void removedVersionsConvertAsRecorded() {
    Vectors.check(
        "convert.ndjson.gz",
        line -> !isCurrent(line) && isComparable(line),
        line -> check(line, path(line)));
  }

  @Test
  void defaultsOfRemovedVersionsAreFilledInAsRecorded() {
    Vectors.check(
        "default.ndjson.gz",
        line ->
            !isCurrent(line)
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

  private static List<String> path(JsonNode line) {
    return line.has("path")
        ? line.get("path").valueStream().map(JsonNode::asText).toList()
        : List.of(text(line, "from"), text(line, "to"));
  }

  private static boolean isComparable(JsonNode line) {
    String input = Vectors.text(line.get("input"));
    boolean readsV1 = path(line).subList(0, path(line).size() - 1).contains("autoscaling/v1");
    return !input.contains("olerance") && !(readsV1 && input.contains("object"));
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
    if (!isCurrent(line)) {
      assertEquals(
          adjusted(line.get("output")),
          Vectors.read(output.replace(",\\\"Tolerance\\\":null", "")));
      return;
    }
    assertEquals(line.get("output"), Vectors.read(output));
    if (hasOurKeyOrder(line.get("input"))) {
      assertEquals(line.get("output").toString(), output);
    }
  }

  /** Managed fields and the metadata of a list pass through as they are. */
  private static boolean hasOurKeyOrder(JsonNode input) {
    return !input.at("/metadata").has("managedFields")
        && !input.at("/kind").asText().endsWith("List");
  }

  /** The text as the mapper of the vectors writes it, so that only the escapes differ. */
  private static String plain(String json) {
    return Vectors.read(json).toString();
  }

  private static JsonNode converted(JsonNode input, List<String> path, boolean defaulted) {
    if (!input.path("kind").asText().endsWith("List")) {
      return convertedObject(input, path, defaulted);
    }
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.set("kind", input.get("kind"));
    list.put("apiVersion", path.getLast());
    list.set(
        "metadata",
        input.has("metadata") ? input.get("metadata") : JsonNodeFactory.instance.objectNode());
    if (!input.has("items")) {
      return list.putNull("items");
    }
    ArrayNode items = list.putArray("items");
    for (JsonNode item : input.path("items")) {
      JsonNode converted = convertedObject(item, path, defaulted);
      items.add(
          version(path.getLast())
              .encodeItem(version(path.getLast()).decodeWithoutDefaults(converted.toString())));
    }
    return list;
  }

  private static JsonNode convertedObject(JsonNode input, List<String> path, boolean defaulted) {
    JsonNode body = input;
    for (int i = 1; i < path.size(); i++) {
      HpaVersion from = version(path.get(i - 1));
      String text = Vectors.text(body);
      HorizontalPodAutoscaler hub =
          defaulted ? from.decode(text) : from.decodeWithoutDefaults(text);
      body = version(path.get(i)).encode(hub);
    }
    return body;
  }

  private static HpaVersion version(String apiVersion) {
    return HpaVersion.of(apiVersion).orElseThrow();
  }

  private static boolean isCurrent(JsonNode line) {
    return text(line, "release").equals("1.36");
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asText();
  }
}
