package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;

/** Converts quantities: a string in JSON. */
final class QuantityConverter implements SpecialTypeConverter {

  private static final int TEXT = 1;

  @Override
  public JsonNode toJson(Message message) {
    String text = (String) message.getField(text(message.getDescriptorForType()));
    return TextNode.valueOf(text.isEmpty() ? "0" : text);
  }

  @Override
  public Message toMessage(JsonNode json, Descriptor type) {
    try {
      Quantity.parse(json.isTextual() || json.isNumber() ? json.asText() : "?");
    } catch (QuantityFormatException malformed) {
      throw JsonToMessage.mismatch("a quantity", json);
    }
    return DynamicMessage.newBuilder(type).setField(text(type), json.asText()).build();
  }

  private static FieldDescriptor text(Descriptor type) {
    return type.findFieldByNumber(TEXT);
  }
}
