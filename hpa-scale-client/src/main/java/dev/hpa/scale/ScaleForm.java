package dev.hpa.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Collectors;

/**
 * Scale objects of autoscaling/v1 on the wire. The selector is read the way Kubernetes clients read
 * it: through its structured form, which knows no inequalities and prints canonically.
 */
final class ScaleForm {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOT_CONVERTIBLE =
      "received an object from a /scale endpoint which was not convertible to autoscaling Scale: ";

  private ScaleForm() {}

  static Scale read(InputStream body) throws IOException {
    JsonNode scale = JSON.readTree(body);
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

  private static String canonical(String selector) throws IOException {
    try {
      return Selector.parse(selector).requirements().stream()
          .map(ScaleForm::canonical)
          .collect(Collectors.joining(","));
    } catch (IllegalArgumentException failure) {
      throw new IOException(
          NOT_CONVERTIBLE + "failed to parse target selector: " + failure.getMessage(), failure);
    }
  }

  private static String canonical(Selector.Requirement requirement) {
    return switch (requirement.operator()) {
      case NOT_EQUALS ->
          throw new IllegalArgumentException("\"!=\" is not a valid label selector operator");
      case GREATER_THAN ->
          throw new IllegalArgumentException("\"gt\" isn't supported in label selectors");
      case LESS_THAN ->
          throw new IllegalArgumentException("\"lt\" isn't supported in label selectors");
      case DOUBLE_EQUALS -> requirement.key() + "=" + requirement.values().getFirst();
      default -> requirement.toString();
    };
  }

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
