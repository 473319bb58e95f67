package dev.hpa.sandbox.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** A serialization format of responses. */
public enum Serializer {
  JSON("application/json"),
  YAML("application/yaml"),
  PROTOBUF("application/vnd.kubernetes.protobuf");

  private static final String WHOLE =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  private static final String WATCHED =
      "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";
  private static final YAMLMapper YAML_MAPPER =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private final String mediaType;

  Serializer(String mediaType) {
    this.mediaType = mediaType;
  }

  public String mediaType() {
    return mediaType;
  }

  /** The error when the client accepts no available format. */
  static StatusException notAcceptable(boolean streams) {
    return StatusException.unspecific(
        406,
        "NotAcceptable",
        "406: Not Acceptable\n\nAvailable representations: "
            + WHOLE
            + (streams ? ", " + WATCHED : ""));
  }

  /** The error when the client accepts only shapes that the resource does not have. */
  public static StatusException onlyWhole() {
    return onlyAccepted(WHOLE);
  }

  /** Rejects watches in a format without event delimiters. */
  public void requireEvents() {
    if (this == YAML) {
      throw onlyAccepted(WATCHED);
    }
  }

  private static StatusException onlyAccepted(String types) {
    return StatusException.of(
        406, "NotAcceptable", "only the following media types are accepted: " + types);
  }

  /** Converts a JSON response to this format. */
  public ApiResponse.Whole of(ApiResponse.Whole json) {
    if (this == JSON || !json.contentType().startsWith(ApiResponse.JSON)) {
      return json;
    }
    JsonNode tree = Json.tree(json.body());
    byte[] body = this == YAML ? yaml(tree) : protobuf(tree);
    String parameters = json.contentType().substring(ApiResponse.JSON.length());
    return new ApiResponse.Whole(json.code(), mediaType + parameters, body, json.headers());
  }

  private static byte[] yaml(JsonNode tree) {
    try {
      return YAML_MAPPER.writeValueAsBytes(tree);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Fails for kinds without a protobuf message. */
  static byte[] protobuf(JsonNode tree) {
    try {
      return ProtobufCodec.encode((ObjectNode) tree);
    } catch (ProtobufFormatException failure) {
      throw onlyAccepted(WHOLE);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
