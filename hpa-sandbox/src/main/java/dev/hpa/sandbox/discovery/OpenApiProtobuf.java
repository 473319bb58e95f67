package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import dev.hpa.api.Json;
import dev.hpa.sandbox.request.ApiResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Encodes the OpenAPI v2 document as protobuf, the only encoding that kubectl before 1.28 requests.
 * Field numbers are those of the Gnostic OpenAPI v2 messages; fields that our documents do not use
 * are omitted.
 */
final class OpenApiProtobuf {

  private static final String TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  private static final String EXTENSION = "x-";

  /** The field numbers of Gnostic's {@code Named…} messages. */
  private static final int NAME = 1;

  private static final int VALUE = 2;

  /** The field numbers of the operations of a path. */
  private static final Map<String, Integer> METHODS = Map.of("get", 2, "patch", 8);

  private OpenApiProtobuf() {}

  public static ApiResponse.Whole of(ObjectNode document) {
    return new ApiResponse.Whole(200, TYPE, document(document), Map.of());
  }

  private static byte[] document(ObjectNode document) {
    Message message = new Message();
    message.text(1, document.path("swagger"));
    message.message(
        2, new Message().text(1, document.at("/info/title")).text(2, document.at("/info/version")));
    Message paths = new Message();
    document
        .path("paths")
        .properties()
        .forEach(each -> paths.named(2, each.getKey(), path(each.getValue())));
    message.message(8, paths);
    return message.message(9, schemas(document.path("definitions"))).bytes();
  }

  private static Message path(JsonNode path) {
    Message message = new Message();
    path.properties()
        .forEach(
            each ->
                message.message(
                    METHODS.getOrDefault(each.getKey(), 2), operation(each.getValue())));
    return message;
  }

  private static Message operation(JsonNode operation) {
    Message message = new Message();
    for (JsonNode parameter : operation.path("parameters")) {
      Message query =
          new Message()
              .text(2, parameter.path("in"))
              .text(4, parameter.path("name"))
              .text(6, parameter.at("/schema/type"));
      Message outside = new Message().message(3, query);
      message.message(8, new Message().message(1, new Message().message(2, outside)));
    }
    return message.extensions(13, operation);
  }

  private static Message schemas(JsonNode schemas) {
    Message message = new Message();
    schemas.properties().forEach(each -> message.named(1, each.getKey(), schema(each.getValue())));
    return message;
  }

  private static Message schema(JsonNode schema) {
    Message message =
        new Message()
            .text(1, schema.path("$ref"))
            .text(2, schema.path("format"))
            .text(4, schema.path("description"));
    schema.path("required").forEach(each -> message.text(19, each));
    if (schema.has("additionalProperties")) {
      message.message(21, new Message().message(1, schema(schema.path("additionalProperties"))));
    }
    if (schema.has("type")) {
      message.message(22, new Message().text(1, schema.path("type")));
    }
    if (schema.has("items")) {
      message.message(23, new Message().message(1, schema(schema.path("items"))));
    }
    if (schema.has("properties")) {
      message.message(25, schemas(schema.path("properties")));
    }
    return message.extensions(31, schema);
  }

  /** A protobuf message under construction; fields are written in the order of the calls. */
  private static final class Message {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    Message text(int field, JsonNode value) {
      return value.isTextual() ? text(field, value.asText()) : this;
    }

    private Message text(int field, String value) {
      try {
        out.writeString(field, value);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return this;
    }

    Message message(int field, Message value) {
      try {
        out.writeByteArray(field, value.bytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return this;
    }

    Message named(int field, String name, Message value) {
      return message(field, new Message().text(NAME, name).message(VALUE, value));
    }

    /** Vendor extensions are YAML strings, of which JSON is a subset. */
    Message extensions(int field, JsonNode of) {
      of.properties().stream()
          .filter(each -> each.getKey().startsWith(EXTENSION))
          .forEach(
              each ->
                  named(field, each.getKey(), new Message().text(2, Json.text(each.getValue()))));
      return this;
    }

    byte[] bytes() {
      try {
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }
}
