package dev.hpa.sandbox.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decodes request bodies: JSON, YAML and protobuf. */
public final class BodyDecoder {

  private static final int MAX_SUMMARY_BYTES = 30;

  private BodyDecoder() {}

  /**
   * A decoded object.
   *
   * @param text as JSON; the original text where the client sent JSON
   * @param problems keys that YAML repeats; those of JSON are still in the text
   */
  public record Body(String text, ObjectNode tree, List<String> problems) {
    Body(String text, ObjectNode tree) {
      this(text, tree, List.of());
    }
  }

  /**
   * Decodes the object in a body; a missing Content-Type means JSON.
   *
   * @param kind the expected kind, for messages
   */
  public static Body object(ApiRequest request, String kind) {
    String type = mediaType(request.contentType());
    return switch (type) {
      case "", "application/json" -> json(request.body(), kind);
      case "application/yaml" -> yaml(request, kind);
      case "application/vnd.kubernetes.protobuf" -> protobuf(request.body(), kind);
      default ->
          throw StatusException.of(
              415,
              "UnsupportedMediaType",
              "the body of the request was in an unknown format - accepted media types include:"
                  + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
    };
  }

  public static String mediaType(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  /** Decodes a JSON body of any Content-Type. */
  public static Body json(byte[] body, String kind) {
    String text = new String(body, StandardCharsets.UTF_8);
    try {
      return of(text, Json.mapper().readTree(text), body, kind);
    } catch (JsonProcessingException failure) {
      throw unreadableTypeMeta("json parse error: " + goMessage(failure), body, kind);
    }
  }

  /** Go's message about malformed JSON. */
  private static String goMessage(JsonProcessingException failure) {
    return failure instanceof JsonEOFException
        ? "unexpected end of JSON input"
        : "invalid JSON: " + failure.getOriginalMessage();
  }

  private static Body of(String text, JsonNode tree, byte[] body, String kind) {
    if (tree instanceof ObjectNode object) {
      return new Body(text, object);
    }
    if (tree.isNull()) {
      return new Body("{}", JsonNodeFactory.instance.objectNode());
    }
    if (tree.isMissingNode()) {
      throw unreadableTypeMeta("json parse error: unexpected end of JSON input", body, kind);
    }
    throw unreadableTypeMeta(
        "json parse error: json: cannot unmarshal "
            + tree.getNodeType().name().toLowerCase(Locale.ROOT)
            + " into Go value of type struct { APIVersion string"
            + " \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\""
            + " }",
        body,
        kind);
  }

  /** The error for an apiVersion or kind that is not a string. */
  static StatusException wrongTypeMetaType(
      String member, JsonNode value, byte[] body, String kind) {
    return unreadableTypeMeta(
        "json parse error: json: cannot unmarshal %s into Go struct field .%s of type string"
            .formatted(value.getNodeType().name().toLowerCase(Locale.ROOT), member),
        body,
        kind);
  }

  private static StatusException unreadableTypeMeta(String why, byte[] body, String kind) {
    return unrecognized("couldn't get version/kind; " + why, body, kind);
  }

  /** The error for a body of unknown type. */
  static StatusException unrecognized(String why, byte[] body, String kind) {
    return StatusException.badRequest(
        "the object provided is unrecognized (must be of type %s): %s (%s)"
            .formatted(kind, why, summary(body)));
  }

  /** The start of a body: as text when it looks like JSON, in hexadecimal otherwise. */
  private static String summary(byte[] body) {
    if (body.length == 0) {
      return "<empty>";
    }
    byte[] head = Arrays.copyOf(body, Math.min(body.length, MAX_SUMMARY_BYTES));
    String shown =
        head[0] == '{' ? new String(head, StandardCharsets.UTF_8) : HexFormat.of().formatHex(head);
    return body.length > MAX_SUMMARY_BYTES ? shown + " ..." : shown;
  }

  private static Body yaml(ApiRequest request, String kind) {
    byte[] body = request.body();
    try {
      YamlJson yaml = YamlJson.first(text(body));
      JsonNode tree = Json.tree(yaml.text());
      Body read = of(Json.text(tree), tree, body, kind);
      return request.release().answersStrictly()
          ? new Body(read.text(), read.tree(), yaml.repeated())
          : read;
    } catch (CharacterCodingException | YamlFormatException failure) {
      throw unreadableTypeMeta("the body is not YAML: " + reason(failure), body, kind);
    }
  }

  private static String text(byte[] body) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
  }

  private static @Nullable String reason(Exception failure) {
    return failure instanceof YamlFormatException
        ? failure.getMessage()
        : "the bytes are not UTF-8";
  }

  private static Body protobuf(byte[] body, String kind) {
    try {
      ObjectNode tree = ProtobufCodec.decode(body);
      return new Body(Json.text(tree), tree);
    } catch (ProtobufFormatException failure) {
      throw unrecognized(String.valueOf(failure.getMessage()), body, kind);
    }
  }

  /** Decodes the body of a patch, which is JSON. */
  public static JsonNode patch(ApiRequest request) {
    try {
      JsonNode patch = Json.mapper().readTree(new String(request.body(), StandardCharsets.UTF_8));
      if (patch.isMissingNode()) {
        throw StatusException.badRequest("error decoding patch: unexpected end of JSON input");
      }
      return patch;
    } catch (JsonProcessingException failure) {
      throw StatusException.badRequest("error decoding patch: " + goMessage(failure));
    }
  }
}
