package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;

/**
 * Converts IntOrString: a type, a number and a string in protobuf, a number or a string in JSON.
 */
final class IntOrStringConverter implements SpecialTypeConverter {

  private static final int TYPE = 1;
  private static final int NUMBER = 2;
  private static final int TEXT = 3;

  private static final long IS_NUMBER = 0;
  private static final long IS_TEXT = 1;

  @Override
  public JsonNode toJson(Message message) {
    long type = (Long) field(message, TYPE);
    if (type == IS_NUMBER) {
      return IntNode.valueOf((Integer) field(message, NUMBER));
    }
    if (type == IS_TEXT) {
      return TextNode.valueOf((String) field(message, TEXT));
    }
    throw new ProtobufFormatException("impossible IntOrString type " + type);
  }

  /** Writes all three fields, as Kubernetes does. */
  @Override
  public Message toMessage(JsonNode json, Descriptor type) {
    if (!json.isTextual() && !(json.isIntegralNumber() && json.canConvertToInt())) {
      throw JsonToMessage.mismatch("a number or a text", json);
    }
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByNumber(TYPE), json.isTextual() ? IS_TEXT : IS_NUMBER)
        .setField(type.findFieldByNumber(NUMBER), json.intValue())
        .setField(type.findFieldByNumber(TEXT), json.isTextual() ? json.textValue() : "")
        .build();
  }

  private static Object field(Message message, int number) {
    return message.getField(message.getDescriptorForType().findFieldByNumber(number));
  }
}
