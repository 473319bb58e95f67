package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
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
   * The result of a validation.
   *
   * @param mismatch the first value of a wrong type; null for none
   * @param problems unknown and duplicate fields, such as {@code unknown field "spec.x"}, in their
   *     order
   */
  public record Findings(@Nullable String mismatch, List<String> problems) {}

  /**
   * Validates an object.
   *
   * @param json well-formed JSON of an object
   */
  public Findings check(String json) {
    return StrictFieldValidator.of(json, type);
  }

  /**
   * Prunes unknown fields and nulls, and normalizes quantities and times. The object must be valid.
   */
  public ObjectNode settled(ObjectNode object) {
    return Canonicalizer.of(object, type);
  }
}
