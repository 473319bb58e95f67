package dev.hpa.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Scale objects of autoscaling/v1 on the wire. The selector is read the way Kubernetes clients read
 * it: through its structured form, which knows no inequalities and prints canonically.
 */
final class ScaleForm {

  private static final String NOT_CONVERTIBLE =
      "received an object from a /scale endpoint which was not convertible to autoscaling Scale: ";

  private ScaleForm() {}

  static Scale read(InputStream body) throws IOException {
    JsonNode scale = tree(body);
    if (!scale.path("kind").asText().equals("Scale")) {
      throw new IOException(
          scale.path("kind").isMissingNode()
              ? "Object 'Kind' is missing in '" + scale + "'"
              : NOT_CONVERTIBLE + "it is a " + scale.path("kind").asText());
    }
    JsonNode metadata = scale.path("metadata");
    return new Scale(
        metadata.path("namespace").asText(""),
        metadata.path("name").asText(""),
        metadata.hasNonNull("uid") ? metadata.path("uid").asText() : null,
        metadata.path("resourceVersion").asText(""),
        scale.path("spec").path("replicas").asInt(0),
        scale.path("status").path("replicas").asInt(0),
        canonical(scale.path("status").path("selector").asText("")));
  }

  /** Reads JSON of whatever shape; an empty body is nothing. */
  static JsonNode tree(InputStream body) throws IOException {
    try {
      return Json.tree(body.readAllBytes());
    } catch (JsonFormatException failure) {
      throw new IOException("the server did not answer with JSON", failure);
    }
  }

  private static String canonical(String selector) throws IOException {
    try {
      return canonical(Selector.parse(selector));
    } catch (IllegalArgumentException failure) {
      throw new IOException(
          NOT_CONVERTIBLE + "failed to parse target selector: " + failure.getMessage(), failure);
    }
  }

  /** The structured form has one value for each key it wants equal: the last. */
  private static String canonical(Selector selector) {
    Map<String, String> equal = new TreeMap<>();
    List<Part> parts = new ArrayList<>();
    for (Selector.Requirement each : selector.requirements()) {
      switch (each.operator()) {
        case EQUALS, DOUBLE_EQUALS -> equal.put(each.key(), each.values().getFirst());
        case NOT_EQUALS ->
            throw new IllegalArgumentException("\"!=\" is not a valid label selector operator");
        case GREATER_THAN ->
            throw new IllegalArgumentException("\"gt\" isn't supported in label selectors");
        case LESS_THAN ->
            throw new IllegalArgumentException("\"lt\" isn't supported in label selectors");
        default -> parts.add(new Part(each.key(), each.toString()));
      }
    }
    return Stream.concat(
            equal.entrySet().stream()
                .map(each -> new Part(each.getKey(), each.getKey() + "=" + each.getValue())),
            parts.stream())
        .sorted(Comparator.comparing(Part::key))
        .map(Part::text)
        .collect(Collectors.joining(","));
  }

  private record Part(String key, String text) {}

  static byte[] write(Scale scale) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    ObjectNode metadata = body.putObject("metadata");
    metadata.put("name", scale.name()).put("namespace", scale.namespace());
    if (scale.uid() != null) {
      metadata.put("uid", scale.uid());
    }
    if (!scale.resourceVersion().isEmpty()) {
      metadata.put("resourceVersion", scale.resourceVersion());
    }
    ObjectNode spec = body.putObject("spec");
    if (scale.specReplicas() != 0) {
      spec.put("replicas", scale.specReplicas());
    }
    ObjectNode status = body.putObject("status");
    status.put("replicas", scale.statusReplicas());
    if (!scale.selector().isEmpty()) {
      status.put("selector", scale.selector());
    }
    return Json.write(body);
  }
}
