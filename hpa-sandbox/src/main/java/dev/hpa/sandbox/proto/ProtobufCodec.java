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
 * Translates between {@code application/vnd.kubernetes.protobuf} and JSON. A body is four magic
 * bytes and an envelope that names the kind and holds the object's own message; a stream of watch
 * events has a length before each event instead of the magic bytes.
 *
 * <p>The JSON form is the one an API server writes, except that members which say nothing are
 * absent where the server may write {@code null} or {@code ""}. Protobuf cannot tell an empty list
 * or map from an absent one; both come back as absent, save for the items of a list.
 */
public final class ProtobufCodec {

  private static final byte[] MAGIC = {'k', '8', 's', 0};

  private ProtobufCodec() {}

  /** Whether objects of this kind have a protobuf form. */
  public static boolean supports(String apiVersion, String kind) {
    return KindMessages.message(apiVersion, kind) != null;
  }

  /**
   * The object in a body.
   *
   * @throws ProtobufFormatException if the bytes are damaged or of a kind that is not supported
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
   * The body of an object, a list, or a status.
   *
   * @throws ProtobufFormatException if its kind is not supported or a member has a type that the
   *     kind does not allow
   */
  public static byte[] encode(ObjectNode object) {
    return enveloped(object).toByteArray();
  }

  /**
   * The body of an object of whose kind no message is known here.
   *
   * @param message the object's own, without kind and version
   */
  public static byte[] body(String apiVersion, String kind, ByteString message) {
    return enveloped(apiVersion, kind, message).toByteArray();
  }

  /**
   * One event of a watch stream, its length included.
   *
   * @throws ProtobufFormatException as {@link #encode} does
   */
  public static byte[] watchFrame(String type, ObjectNode object) {
    WatchEvent event =
        WatchEvent.newBuilder()
            .setType(type)
            .setObject(RawExtension.newBuilder().setRaw(enveloped(object)))
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
    } catch (InvalidProtocolBufferException damaged) {
      throw new ProtobufFormatException(
          "the envelope is damaged: " + damaged.getMessage(), damaged);
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
    } catch (InvalidProtocolBufferException damaged) {
      throw new ProtobufFormatException(
          "the %s is damaged: %s".formatted(type.getKind(), damaged.getMessage()), damaged);
    }
  }

  private static ByteString enveloped(ObjectNode object) {
    String apiVersion = object.path("apiVersion").asText();
    String kind = object.path("kind").asText();
    Message message = JsonToMessage.message(object, descriptor(apiVersion, kind));
    return enveloped(apiVersion, kind, message.toByteString());
  }

  private static ByteString enveloped(String apiVersion, String kind, ByteString message) {
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

  /** A list without elements still shows that it is one. */
  private static ObjectNode withItems(ObjectNode object, Descriptor type) {
    if (type.findFieldByName("items") != null && !object.has("items")) {
      object.putArray("items");
    }
    return object;
  }
}
