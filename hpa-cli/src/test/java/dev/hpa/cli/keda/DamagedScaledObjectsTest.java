package dev.hpa.cli.keda;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of other types and out of range are findings, and not failures. */
class DamagedScaledObjectsTest {

  private static final List<String> VALUES =
      List.of(
          "null",
          "[]",
          "{}",
          "[[1]]",
          "[null]",
          "\"\"",
          "\"<<\"",
          "-1",
          "0",
          "1e99",
          "2.5",
          "true",
          "\"99999999999999999999\"",
          "{\"scaleDown\":[]}",
          "\"1/0 * * * *\"",
          "\"* * * * *\"");

  @ParameterizedTest
  @MethodSource("dev.hpa.cli.keda.ScaledObjectFilesTest#accepted")
  void everyFieldMayHaveAnyValue(Path files) throws IOException {
    int tried = 0;
    for (JsonNode object : objects(files.resolve("in.yaml"))) {
      for (Slot slot : slots(object)) {
        JsonNode before = slot.get();
        for (String value : VALUES) {
          slot.set(Json.tree(value));
          assertNotNull(ScaledObject.convert(object), value);
          tried++;
        }
        slot.set(before);
      }
    }
    assertTrue(tried > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"metadata\":[],\"spec\":[]}", "{\"spec\":{\"triggers\":[1,null]}}"})
  void nothingMayBeThere(String json) {
    assertTrue(
        ScaledObject.convert(Json.tree(json)).findings().stream()
            .anyMatch(ConversionFinding::isProblem));
  }

  private static List<JsonNode> objects(Path file) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    try (MappingIterator<JsonNode> documents =
        yaml.readerFor(JsonNode.class).readValues(file.toFile())) {
      return documents.readAll();
    }
  }

  /** A place in a document that can have another value. */
  private record Slot(JsonNode parent, String name, int index) {

    JsonNode get() {
      return parent instanceof ObjectNode object ? object.get(name) : parent.get(index);
    }

    void set(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(name, value);
      } else {
        ((ArrayNode) parent).set(index, value);
      }
    }
  }

  private static List<Slot> slots(JsonNode node) {
    List<Slot> slots = new ArrayList<>();
    node.properties().forEach(each -> slots.add(new Slot(node, each.getKey(), -1)));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      slots.add(new Slot(node, "", i));
    }
    List<Slot> below = new ArrayList<>();
    slots.forEach(each -> below.addAll(slots(each.get())));
    slots.addAll(below);
    return slots;
  }
}
