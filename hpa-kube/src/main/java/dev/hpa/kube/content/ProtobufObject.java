package dev.hpa.kube.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.ProtobufMessage.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * Objects in protobuf: four magic bytes, then an envelope that holds kind, version and the object's
 * own message.
 */
final class ProtobufObject {

  private static final byte[] MAGIC = {'k', '8', 's', 0};

  private ProtobufObject() {}

  static boolean isOne(byte[] body) {
    return body.length >= MAGIC.length
        && Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static byte[] toJson(byte[] body) throws IOException {
    if (!isOne(body)) {
      throw new IOException(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    if (body.length == MAGIC.length) {
      throw new IOException("empty body");
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ByteBuffer raw = ByteBuffer.allocate(0);
    ProtobufReader envelope =
        new ProtobufReader(ByteBuffer.wrap(body, MAGIC.length, body.length - MAGIC.length));
    while (envelope.next()) {
      switch (envelope.field()) {
        case 1 -> object.setAll(message("Type", envelope));
        case 2 -> raw = envelope.bytes();
        default -> envelope.skip();
      }
    }
    ProtobufMessage kind =
        ProtobufMessage.of(object.path("apiVersion").asText(), object.path("kind").asText());
    return Json.write(object.setAll(object(kind, raw)));
  }

  private static ObjectNode message(String name, ProtobufReader in) throws IOException {
    return object(ProtobufMessage.named(name), in.bytes());
  }

  private static ObjectNode object(ProtobufMessage message, ByteBuffer bytes) throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ProtobufReader in = new ProtobufReader(bytes);
    while (in.next()) {
      Field field = message.fields().get(in.field());
      if (field == null) {
        in.skip();
      } else {
        add(object, field, in);
      }
    }
    return object;
  }

  private static void add(ObjectNode object, Field field, ProtobufReader in) throws IOException {
    String name = field.name();
    switch (field.type()) {
      case "Labels" -> addEntry(object.withObjectProperty(name), message("Label", in), "");
      case "Amounts" -> addEntry(object.withObjectProperty(name), message("Amount", in), "0");
      default -> {
        JsonNode value = value(field.type(), in);
        if (field.isList()) {
          object.withArrayProperty(name).add(value);
        } else {
          object.set(name, value);
        }
      }
    }
  }

  private static void addEntry(ObjectNode map, ObjectNode entry, String otherwise) {
    map.put(entry.path("key").asText(), entry.path("value").asText(otherwise));
  }

  private static JsonNode value(String type, ProtobufReader in) throws IOException {
    return switch (type) {
      case "string" -> TextNode.valueOf(in.text());
      case "int" -> LongNode.valueOf(in.number());
      case "bool" -> BooleanNode.valueOf(in.number() != 0);
      case "Time" -> time(message(type, in));
      case "Duration" -> duration(message(type, in));
      case "Quantity" -> TextNode.valueOf(message(type, in).path("text").asText("0"));
      case "Raw" -> json(message(type, in).path("text").asText());
      default -> message(type, in);
    };
  }

  /** Upstream drops the fraction, and takes a time of nothing but zeros for none. */
  private static JsonNode time(ObjectNode time) throws IOException {
    long seconds = time.path("seconds").asLong();
    if (seconds == 0 && time.path("nanos").asLong() == 0) {
      return NullNode.instance;
    }
    try {
      return TextNode.valueOf(Timestamps.format(Instant.ofEpochSecond(seconds)));
    } catch (DateTimeException beyond) {
      throw new IOException("parsing time " + seconds, beyond);
    }
  }

  private static JsonNode duration(ObjectNode duration) {
    return TextNode.valueOf(GoDuration.format(Duration.ofNanos(duration.path("nanos").asLong())));
  }

  private static JsonNode json(String text) throws IOException {
    try {
      return Json.tree(text);
    } catch (JsonFormatException noJson) {
      throw new IOException("json: " + noJson.getMessage(), noJson);
    }
  }
}
