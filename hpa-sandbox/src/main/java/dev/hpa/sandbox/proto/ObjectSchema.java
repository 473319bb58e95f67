package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema of the objects of a kind, from its protobuf message; used to validate and prune the
 * objects of clients.
 */
public final class ObjectSchema {

  private final Descriptor type;

  private ObjectSchema(Descriptor type) {
    this.type = type;
  }

  /** The schema of a kind, or null if it is unknown. */
  public static @Nullable ObjectSchema of(String apiVersion, String kind) {
    Descriptor type = KindMessages.message(apiVersion, kind);
    return type == null ? null : new ObjectSchema(type);
  }

  /**
   * Requires that all values have the types of their fields.
   *
   * @return the unknown fields, such as {@code spec.x}
   * @throws ProtobufFormatException at the first value of a wrong type
   */
  public List<String> unknownFields(ObjectNode object) {
    JsonToMessage.message(object, type);
    List<String> unknown = new ArrayList<>();
    new Canonicalizer(unknown).object(object, type, "");
    return unknown;
  }

  /**
   * Prunes unknown fields and nulls, and normalizes quantities and times. The object must be valid.
   */
  public ObjectNode settled(ObjectNode object) {
    return new Canonicalizer(new ArrayList<>()).object(object, type, "");
  }
}
