package dev.hpa.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Selects recorded answers of the API server and recorded quantities. A feature of a line is its
 * kind of request with an error, or with two neighboring errors, in which names and numbers do not
 * count; of a read of a stored object, its versions with a field of the object or of the answer; of
 * a quantity, its suffix with a field of the result, in which digits do not count, and the numbers
 * of digits. The sample contains every feature of the full set, in the shortest lines that have it.
 */
final class RecordingSample {

  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordingSample() {}

  /** Returns the lines of the sample, from the shortest to the longest. */
  static List<String> of(List<String> lines) {
    Set<String> covered = new HashSet<>();
    List<String> sample = new ArrayList<>();
    lines.stream()
        .sorted(Comparator.<String>comparingInt(String::length).thenComparing(each -> each))
        .filter(line -> covered.addAll(features(line)))
        .forEach(sample::add);
    return sample;
  }

  private static Set<String> features(String line) {
    JsonNode recorded = tree(line);
    if (recorded.has("op")) {
      return featuresOfQuantity(recorded);
    }
    return recorded.has("hops") ? featuresOfRead(recorded) : featuresOfWrite(recorded);
  }

  private static Set<String> featuresOfRead(JsonNode recorded) {
    String request =
        "%s %s %s "
            .formatted(
                recorded.at("/input/apiVersion"), recorded.path("hops"), recorded.path("code"));
    Set<String> features = new TreeSet<>();
    addFields(request + "input", recorded.path("input"), features);
    addFields(request + "output", recorded.path("output"), features);
    return features;
  }

  private static Set<String> featuresOfQuantity(JsonNode recorded) {
    List<String> inputs = List.of("in", "a", "b");
    StringBuilder given = new StringBuilder(recorded.path("op").asText());
    inputs.forEach(
        each ->
            given.append(" ").append(recorded.path(each).asText().replaceFirst("^.*[0-9.]", "")));
    Set<String> features = new TreeSet<>();
    for (Map.Entry<String, JsonNode> field : recorded.properties()) {
      String text = field.getValue().asText();
      if (!inputs.contains(field.getKey()) && !field.getKey().equals("name")) {
        features.add(given + field.getKey() + text.replaceAll("[0-9.]+", "~"));
        features.add(recorded.path("op") + field.getKey() + text.length());
      }
    }
    return features;
  }

  private static void addFields(String place, JsonNode node, Set<String> fields) {
    if (node.isEmpty()) {
      fields.add(place + " " + node.getNodeType());
    }
    node.properties()
        .forEach(each -> addFields(place + "." + each.getKey(), each.getValue(), fields));
    if (node.isArray()) {
      node.forEach(each -> addFields(place + "[]", each, fields));
    }
  }

  /** Returns the features of a line of validation or of strict decoding. */
  private static Set<String> featuresOfWrite(JsonNode recorded) {
    String request =
        "%s %s ".formatted(recorded.path("operation").asText(), recorded.at("/input/apiVersion"));
    Set<String> features = new TreeSet<>(List.of(request + recorded.path("code")));
    String before = "";
    for (JsonNode error : recorded.path("errors")) {
      String text = shortened(error.path("text").asText());
      features.add(request + text);
      features.add(before + " + " + text);
      before = text;
    }
    for (String mode : List.of("ignore", "warn", "strict")) {
      JsonNode answer = recorded.path(mode);
      features.add(mode + answer.path("code") + shortened(answer.path("message").asText()));
      answer.path("warnings").forEach(each -> features.add(shortened(each.asText())));
    }
    return features;
  }

  private static String shortened(String text) {
    return text.replaceAll("\"[^\"]*\"|[0-9]+|\\{.*}", "~").replaceAll(": \\[.*", "");
  }

  private static JsonNode tree(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }
}
