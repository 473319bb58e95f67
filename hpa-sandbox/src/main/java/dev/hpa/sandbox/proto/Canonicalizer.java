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
import java.util.List;
import java.util.Map;

/**
 * Canonicalizes objects before they are stored: drops unknown fields and nulls, and normalizes
 * quantities and times.
 */
final class Canonicalizer {

  private final List<String> unknown;

  /**
   * @param unknown receives the dropped fields, such as {@code spec.x}
   */
  Canonicalizer(List<String> unknown) {
    this.unknown = unknown;
  }

  /**
   * @param path of the object; empty for the whole
   */
  ObjectNode object(ObjectNode object, Descriptor type, String path) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      FieldDescriptor field = MessageFields.find(type, member.getKey());
      String place = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      if (field == null && !MessageFields.isTypeField(type, member.getKey())) {
        unknown.add(place);
      } else if (!member.getValue().isNull()) {
        result.set(
            member.getKey(),
            field == null ? member.getValue() : member(member.getValue(), field, place));
      }
    }
    return result;
  }

  private JsonNode member(JsonNode value, FieldDescriptor field, String path) {
    if (field.isMapField()) {
      return map((ObjectNode) value, field.getMessageType().findFieldByNumber(2), path);
    }
    return field.isRepeated() ? list((ArrayNode) value, field, path) : single(value, field, path);
  }

  private ObjectNode map(ObjectNode map, FieldDescriptor entry, String path) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    map.properties()
        .forEach(
            each ->
                result.set(
                    each.getKey(), single(each.getValue(), entry, path + "." + each.getKey())));
    return result;
  }

  private ArrayNode list(ArrayNode list, FieldDescriptor field, String path) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < list.size(); i++) {
      result.add(single(list.get(i), field, path + "[" + i + "]"));
    }
    return result;
  }

  private JsonNode single(JsonNode value, FieldDescriptor field, String path) {
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
      case null -> object((ObjectNode) value, type, path);
    };
  }
}
