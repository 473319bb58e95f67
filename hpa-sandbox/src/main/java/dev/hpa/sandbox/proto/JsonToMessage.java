package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/**
 * Converts JSON to a protobuf message by its descriptor. Unknown fields are dropped. Errors begin
 * with the path of the field.
 */
final class JsonToMessage {

  private static final String MISMATCH = "expected ";
  private static final int ENTRY_KEY = 1;
  private static final int ENTRY_VALUE = 2;

  private JsonToMessage() {}

  static Message message(JsonNode json, Descriptor type) {
    if (!json.isObject()) {
      throw mismatch("an object", json);
    }
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      if (FieldMappings.isInline(field)) {
        addInline(message, field, json);
      } else {
        addNamed(message, field, json);
      }
    }
    return message.build();
  }

  private static void addNamed(
      DynamicMessage.Builder message, FieldDescriptor field, JsonNode json) {
    String name = FieldMappings.jsonName(field);
    try {
      add(message, field, json.path(name));
    } catch (ProtobufFormatException failure) {
      String text = String.valueOf(failure.getMessage());
      String separator = text.startsWith(MISMATCH) ? ": " : ".";
      throw new ProtobufFormatException(name + separator + text, failure);
    }
  }

  private static void addInline(
      DynamicMessage.Builder message, FieldDescriptor field, JsonNode json) {
    Message inline = message(json, field.getMessageType());
    if (!inline.getAllFields().isEmpty()) {
      message.setField(field, inline);
    }
  }

  private static void add(DynamicMessage.Builder message, FieldDescriptor field, JsonNode json) {
    if (json.isNull() || json.isMissingNode()) {
      return;
    }
    if (field.isMapField()) {
      addEntries(message, field, json);
    } else if (field.isRepeated()) {
      addElements(message, field, json);
    } else {
      message.setField(field, value(field, json));
    }
  }

  private static void addEntries(
      DynamicMessage.Builder message, FieldDescriptor field, JsonNode json) {
    if (!json.isObject()) {
      throw mismatch("an object", json);
    }
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      message.addRepeatedField(field, entry(field.getMessageType(), entry));
    }
  }

  private static Message entry(Descriptor type, Map.Entry<String, JsonNode> entry) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    message.setField(type.findFieldByNumber(ENTRY_KEY), entry.getKey());
    add(message, type.findFieldByNumber(ENTRY_VALUE), entry.getValue());
    return message.build();
  }

  private static void addElements(
      DynamicMessage.Builder message, FieldDescriptor field, JsonNode json) {
    if (!json.isArray()) {
      throw mismatch("a list", json);
    }
    for (JsonNode element : json) {
      message.addRepeatedField(field, value(field, element));
    }
  }

  private static Object value(FieldDescriptor field, JsonNode json) {
    return switch (field.getJavaType()) {
      case MESSAGE -> message(field.getMessageType(), json);
      case STRING -> text(field, json);
      case INT ->
          require(json.isIntegralNumber() && json.canConvertToInt(), field, json).intValue();
      case LONG ->
          require(json.isIntegralNumber() && json.canConvertToLong(), field, json).longValue();
      case BOOLEAN -> require(json.isBoolean(), field, json).booleanValue();
      case DOUBLE -> require(json.isNumber(), field, json).doubleValue();
      case BYTE_STRING -> bytes(field, json);
      default -> throw mismatch("no value", json);
    };
  }

  private static Message message(Descriptor type, JsonNode json) {
    SpecialTypeConverter special = SpecialTypeConverter.of(type);
    return special == null ? message(json, type) : special.toMessage(json, type);
  }

  private static String text(FieldDescriptor field, JsonNode json) {
    return require(json.isTextual(), field, json).textValue();
  }

  private static ByteString bytes(FieldDescriptor field, JsonNode json) {
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(text(field, json)));
    } catch (IllegalArgumentException malformed) {
      throw mismatch("base64", json);
    }
  }

  private static JsonNode require(boolean fits, FieldDescriptor field, JsonNode json) {
    if (!fits) {
      throw mismatch(field.getType().name().toLowerCase(Locale.ROOT), json);
    }
    return json;
  }

  static ProtobufFormatException mismatch(String expected, JsonNode found) {
    return new ProtobufFormatException(MISMATCH + expected + " but found " + found);
  }
}
