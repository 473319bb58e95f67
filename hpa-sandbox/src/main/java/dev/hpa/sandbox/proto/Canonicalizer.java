package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import java.util.Map;

/**
 * Canonicalizes objects before they are stored: drops unknown fields and nulls, and normalizes
 * quantities and times.
 */
final class Canonicalizer {

  private Canonicalizer() {}

  static ObjectNode of(ObjectNode object, Descriptor type) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      FieldDescriptor field = MessageFields.find(type, member.getKey());
      boolean kept = field != null || MessageFields.isTypeField(type, member.getKey());
      if (kept && !member.getValue().isNull()) {
        result.set(
            member.getKey(), field == null ? member.getValue() : member(member.getValue(), field));
      }
    }
    return result;
  }

  private static JsonNode member(JsonNode value, FieldDescriptor field) {
    if (field.isMapField()) {
      return map((ObjectNode) value, field.getMessageType().findFieldByNumber(2));
    }
    return field.isRepeated() ? list((ArrayNode) value, field) : single(value, field);
  }

  private static ObjectNode map(ObjectNode map, FieldDescriptor entry) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    map.properties().forEach(each -> result.set(each.getKey(), single(each.getValue(), entry)));
    return result;
  }

  private static ArrayNode list(ArrayNode list, FieldDescriptor field) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    list.forEach(element -> result.add(single(element, field)));
    return result;
  }

  private static JsonNode single(JsonNode value, FieldDescriptor field) {
    if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE || value.isNull()) {
      return value;
    }
    Descriptor type = field.getMessageType();
    return switch (SpecialTypeConverter.of(type)) {
      case QuantityConverter quantity ->
          TextNode.valueOf(Quantity.parse(value.asText()).toString());
      case TimeConverter time when time.isOfSeconds() ->
          TextNode.valueOf(Timestamps.format(Timestamps.parse(value.asText())));
      case SpecialTypeConverter other -> value;
      case null -> of((ObjectNode) value, type);
    };
  }
}
