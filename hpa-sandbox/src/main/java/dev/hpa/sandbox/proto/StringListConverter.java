package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.List;

/**
 * Converts a list of strings that is a message, because protobuf's maps and optional fields cannot
 * contain lists.
 */
final class StringListConverter implements SpecialTypeConverter {

  private static final int ITEMS = 1;

  @Override
  public JsonNode toJson(Message message) {
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    List<?> items = (List<?>) message.getField(items(message.getDescriptorForType()));
    items.forEach(item -> texts.add((String) item));
    return texts;
  }

  @Override
  public Message toMessage(JsonNode json, Descriptor type) {
    if (!json.isArray()) {
      throw JsonToMessage.mismatch("a list of texts", json);
    }
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    json.forEach(item -> message.addRepeatedField(items(type), item.asText()));
    return message.build();
  }

  private static FieldDescriptor items(Descriptor type) {
    return type.findFieldByNumber(ITEMS);
  }
}
