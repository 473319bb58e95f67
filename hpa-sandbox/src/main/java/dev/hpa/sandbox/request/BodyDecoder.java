package dev.hpa.sandbox.request;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.List;
import java.util.Locale;

/** Decodes request bodies: JSON, YAML and protobuf. */
public final class BodyDecoder {

  private BodyDecoder() {}

  /**
   * A decoded object.
   *
   * @param text as JSON; the original text where the client sent JSON
   * @param problems keys that YAML repeats; those of JSON are still in the text
   */
  public record Body(String text, ObjectNode tree, List<String> problems) {}

  /** Decodes the object in a body; a missing Content-Type means JSON. */
  public static Body object(ApiRequest request) {
    return switch (mediaType(request.contentType())) {
      case "", "application/json" -> json(request.body());
      case "application/yaml" -> yaml(request);
      case "application/vnd.kubernetes.protobuf" -> protobuf(request.body());
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
  public static Body json(byte[] body) {
    return of(new String(body, StandardCharsets.UTF_8), tree(body), List.of());
  }

  private static JsonNode tree(byte[] body) {
    try {
      return Json.mapper().readTree(new String(body, StandardCharsets.UTF_8));
    } catch (JsonProcessingException failure) {
      throw unreadable("invalid JSON: " + failure.getOriginalMessage());
    }
  }

  private static Body of(String text, JsonNode tree, List<String> problems) {
    return switch (tree) {
      case ObjectNode object -> new Body(text, object, problems);
      case JsonNode node when node.isNull() ->
          new Body("{}", JsonNodeFactory.instance.objectNode(), problems);
      default -> throw unreadable("not an object");
    };
  }

  private static StatusException unreadable(String why) {
    return StatusException.badRequest("the body of the request: " + why);
  }

  private static Body yaml(ApiRequest request) {
    try {
      CharSequence text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(request.body()));
      YamlJson yaml = YamlJson.first(text.toString());
      JsonNode tree = Json.tree(yaml.text());
      boolean strict = request.release().answersStrictly();
      return of(Json.text(tree), tree, strict ? yaml.repeated() : List.of());
    } catch (CharacterCodingException failure) {
      throw unreadable("the bytes are not UTF-8");
    } catch (YamlFormatException failure) {
      throw unreadable("invalid YAML: " + failure.getMessage());
    }
  }

  private static Body protobuf(byte[] body) {
    try {
      ObjectNode tree = ProtobufCodec.decode(body);
      return new Body(Json.text(tree), tree, List.of());
    } catch (ProtobufFormatException failure) {
      throw unreadable(String.valueOf(failure.getMessage()));
    }
  }

  /** Decodes the body of a patch, which is JSON. */
  public static JsonNode patch(ApiRequest request) {
    return tree(request.body());
  }
}
