package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.kubernetes.client.proto.Meta.WatchEvent;
import io.kubernetes.client.proto.Runtime.RawExtension;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import java.nio.ByteBuffer;

/**
 * Converts between {@code application/vnd.kubernetes.protobuf} and JSON. A body is four magic bytes
 * and an envelope with the kind and the object's message; in a stream of watch events, each event
 * is prefixed with its length instead.
 *
 * <p>The JSON is that of an API server, except that empty fields are absent where a server may
 * write {@code null} or {@code ""}. Protobuf cannot distinguish an empty list or map from an absent
 * one; both are decoded as absent, except for the items of a list.
 */
public final class ProtobufCodec {

  private static final byte[] MAGIC = {'k', '8', 's', 0};

  private ProtobufCodec() {}

  /** Whether objects of this kind can be encoded. */
  public static boolean supports(String apiVersion, String kind) {
    return KindMessages.message(apiVersion, kind) != null;
  }

  /**
   * Decodes a body.
   *
   * @throws ProtobufFormatException if the bytes are malformed or the kind is not supported
   */
  public static ObjectNode decode(byte[] body) {
    Unknown envelope = envelope(body);
    TypeMeta type = envelope.getTypeMeta();
    Message message = message(type, envelope.getRaw());
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", type.getKind());
    object.put("apiVersion", type.getApiVersion());
    object.setAll(MessageToJson.object(message));
    return withItems(object, message.getDescriptorForType());
  }

  /**
   * Encodes an object, a list, or a Status.
   *
   * @throws ProtobufFormatException if the kind is not supported or a field has a wrong type
   */
  public static byte[] encode(ObjectNode object) {
    return envelope(object).toByteArray();
  }

  /**
   * Encodes the message of an object, without kind and version.
   *
   * @throws ProtobufFormatException as {@link #encode} does
   */
  public static ByteString message(ObjectNode object) {
    Descriptor type = descriptor(object.path("apiVersion").asText(), object.path("kind").asText());
    return JsonToMessage.message(object, type).toByteString();
  }

  /**
   * The body of an object with an encoded message.
   *
   * @param message the message of the object, without kind and version
   */
  public static byte[] body(String apiVersion, String kind, ByteString message) {
    return envelope(apiVersion, kind, message).toByteArray();
  }

  /**
   * Encodes one event of a watch stream, including its length.
   *
   * @throws ProtobufFormatException as {@link #encode} does
   */
  public static byte[] watchFrame(String type, ObjectNode object) {
    WatchEvent event =
        WatchEvent.newBuilder()
            .setType(type)
            .setObject(RawExtension.newBuilder().setRaw(envelope(object)))
            .build();
    int length = event.getSerializedSize();
    return ByteBuffer.allocate(Integer.BYTES + length)
        .putInt(length)
        .put(event.toByteArray())
        .array();
  }

  private static Unknown envelope(byte[] body) {
    ByteString bytes = ByteString.copyFrom(body);
    if (!bytes.startsWith(ByteString.copyFrom(MAGIC))) {
      throw new ProtobufFormatException("the body does not start with the bytes 6b 38 73 00");
    }
    try {
      return requirePlain(Unknown.parseFrom(bytes.substring(MAGIC.length)));
    } catch (InvalidProtocolBufferException e) {
      throw new ProtobufFormatException("the envelope is damaged: " + e.getMessage(), e);
    }
  }

  private static Unknown requirePlain(Unknown envelope) {
    if (!envelope.getContentEncoding().isEmpty() || !envelope.getContentType().isEmpty()) {
      throw new ProtobufFormatException(
          "the object is not plain protobuf but \"%s\" of type \"%s\""
              .formatted(envelope.getContentEncoding(), envelope.getContentType()));
    }
    return envelope;
  }

  private static Message message(TypeMeta type, ByteString raw) {
    try {
      return DynamicMessage.parseFrom(descriptor(type.getApiVersion(), type.getKind()), raw);
    } catch (InvalidProtocolBufferException e) {
      throw new ProtobufFormatException(
          "the %s is damaged: %s".formatted(type.getKind(), e.getMessage()), e);
    }
  }

  private static ByteString envelope(ObjectNode object) {
    String apiVersion = object.path("apiVersion").asText();
    String kind = object.path("kind").asText();
    return envelope(apiVersion, kind, message(object));
  }

  private static ByteString envelope(String apiVersion, String kind, ByteString message) {
    Unknown envelope =
        Unknown.newBuilder()
            .setTypeMeta(TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind))
            .setRaw(message)
            .setContentEncoding("")
            .setContentType("")
            .build();
    return ByteString.copyFrom(MAGIC).concat(envelope.toByteString());
  }

  private static Descriptor descriptor(String apiVersion, String kind) {
    Descriptor descriptor = KindMessages.message(apiVersion, kind);
    if (descriptor == null) {
      throw new ProtobufFormatException(
          "no protobuf form is known for kind \"%s\" in version \"%s\""
              .formatted(kind, apiVersion));
    }
    return descriptor;
  }

  /** Adds {@code items} to a list without elements. */
  private static ObjectNode withItems(ObjectNode object, Descriptor type) {
    if (type.findFieldByName("items") != null && !object.has("items")) {
      object.putArray("items");
    }
    return object;
  }
}
