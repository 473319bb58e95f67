package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Converts raw JSON, such as RawExtension: bytes in protobuf. */
final class RawJsonConverter implements SpecialTypeConverter {

  private static final int BYTES = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @Override
  public @Nullable JsonNode toJson(Message message) {
    ByteString bytes = (ByteString) message.getField(bytes(message.getDescriptorForType()));
    if (bytes.isEmpty()) {
      return null;
    }
    try {
      return MAPPER.readTree(bytes.toByteArray());
    } catch (IOException malformed) {
      throw new ProtobufFormatException(
          "raw JSON is malformed: " + malformed.getMessage(), malformed);
    }
  }

  @Override
  public Message toMessage(JsonNode json, Descriptor type) {
    return DynamicMessage.newBuilder(type).setField(bytes(type), written(json)).build();
  }

  private static ByteString written(JsonNode json) {
    try {
      return ByteString.copyFrom(MAPPER.writeValueAsBytes(json));
    } catch (JsonProcessingException unwritable) {
      throw new ProtobufFormatException("raw JSON cannot be written", unwritable);
    }
  }

  private static FieldDescriptor bytes(Descriptor type) {
    return type.findFieldByNumber(BYTES);
  }
}
