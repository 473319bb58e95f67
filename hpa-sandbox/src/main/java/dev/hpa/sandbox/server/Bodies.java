package dev.hpa.sandbox.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import java.io.IOException;
import java.util.Locale;

/** Request bodies in the forms clients send them: JSON, YAML and protobuf. */
final class Bodies {

  private static final YAMLMapper YAML = new YAMLMapper();

  /** The object in a body; a missing Content-Type means JSON. */
  ObjectNode object(Call call) {
    JsonNode tree = tree(call);
    if (tree instanceof ObjectNode object) {
      return object;
    }
    if (tree.isNull() || tree.isMissingNode()) {
      return JsonNodeFactory.instance.objectNode();
    }
    throw StatusException.badRequest(
        "couldn't get version/kind; json parse error: the body is no object but "
            + tree.getNodeType().name().toLowerCase(Locale.ROOT));
  }

  private static JsonNode tree(Call call) {
    String type = mediaType(call.contentType());
    return switch (type) {
      case "", "application/json" -> json(call.body());
      case "application/yaml" -> yaml(call.body());
      case "application/vnd.kubernetes.protobuf" -> protobuf(call.body());
      default -> throw unsupported(type);
    };
  }

  static StatusException unsupported(String type) {
    return StatusException.of(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include:"
            + " application/json, application/yaml, application/vnd.kubernetes.protobuf; this one is "
            + type);
  }

  static String mediaType(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  static JsonNode json(byte[] body) {
    try {
      return Json.mapper().readTree(body);
    } catch (JsonProcessingException failure) {
      throw StatusException.badRequest(
          "the body is not JSON: "
              + failure.getOriginalMessage()
              + " at line "
              + failure.getLocation().getLineNr());
    } catch (IOException | JsonFormatException failure) {
      throw StatusException.badRequest("the body is not JSON: " + failure.getMessage());
    }
  }

  private static JsonNode yaml(byte[] body) {
    try {
      return YAML.readTree(body);
    } catch (IOException failure) {
      throw StatusException.badRequest("the body is not YAML: " + failure.getMessage());
    }
  }

  private static JsonNode protobuf(byte[] body) {
    try {
      return ProtobufCodec.decode(body);
    } catch (ProtobufFormatException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }
}
