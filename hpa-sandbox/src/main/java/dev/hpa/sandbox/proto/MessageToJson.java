package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts a protobuf message to JSON by its descriptor. */
final class MessageToJson {

  private MessageToJson() {}

  static ObjectNode object(Message message) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      add(object, field.getKey(), field.getValue());
    }
    return object;
  }

  private static void add(ObjectNode object, FieldDescriptor field, Object value) {
    if (FieldMappings.isInline(field)) {
      object.setAll(object((Message) value));
      return;
    }
    JsonNode json = FieldMappings.isUnset(field, value) ? null : json(field, value);
    if (json != null) {
      object.set(FieldMappings.jsonName(field), json);
    }
  }

  private static @Nullable JsonNode json(FieldDescriptor field, Object value) {
    if (field.isMapField()) {
      return map((List<?>) value);
    }
    return field.isRepeated() ? list((List<?>) value) : value(value);
  }

  private static ObjectNode map(List<?> entries) {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    for (Object entry : entries) {
      Message message = (Message) entry;
      map.set(String.valueOf(entryField(message, 1)), value(entryField(message, 2)));
    }
    return map;
  }

  private static Object entryField(Message entry, int number) {
    return entry.getField(entry.getDescriptorForType().findFieldByNumber(number));
  }

  private static ArrayNode list(List<?> values) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    values.forEach(value -> list.add(value(value)));
    return list;
  }

  /** Null for a special message that means no value. */
  private static @Nullable JsonNode value(Object value) {
    return switch (value) {
      case Message message -> message(message);
      case String text -> TextNode.valueOf(text);
      case Integer number -> IntNode.valueOf(number);
      case Long number -> integer(number);
      case Boolean truth -> BooleanNode.valueOf(truth);
      case ByteString bytes ->
          TextNode.valueOf(Base64.getEncoder().encodeToString(bytes.toByteArray()));
      case Double number -> DoubleNode.valueOf(number);
      default ->
          throw new ProtobufFormatException(
              "a value of " + value.getClass() + " has no JSON encoding");
    };
  }

  /** The node type that a JSON parser creates, so that objects from both sources are equal. */
  private static JsonNode integer(long number) {
    return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
  }

  private static @Nullable JsonNode message(Message message) {
    SpecialTypeConverter special = SpecialTypeConverter.of(message.getDescriptorForType());
    return special == null ? object(message) : special.toJson(message);
  }
}
