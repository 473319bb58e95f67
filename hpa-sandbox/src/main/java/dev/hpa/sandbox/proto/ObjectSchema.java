package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import dev.hpa.sandbox.schema.Schema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members the objects of a kind have and what fits into them, as the kind's message tells. With
 * it a server knows what of a client's object it understands.
 */
public final class ObjectSchema {

  private final Descriptor type;

  private ObjectSchema(Descriptor type) {
    this.type = type;
  }

  /** The schema of a kind, or null if it is not known. */
  public static @Nullable ObjectSchema of(String apiVersion, String kind) {
    Descriptor type = KindMessages.message(apiVersion, kind);
    return type == null ? null : new ObjectSchema(type);
  }

  /** Of objects of which nothing is known but that they are objects. */
  public static ObjectSchema partial() {
    return new ObjectSchema(
        Objects.requireNonNull(KindMessages.message("meta.k8s.io/v1", "PartialObjectMetadata")));
  }

  /** The types of its members, and how they are merged. */
  public Schema types() {
    return MessageSchemas.of(type);
  }

  /**
   * How an object departs from its kind.
   *
   * @param mismatch the first value that does not fit its member; null when all do
   * @param problems members the kind does not have and members given twice, such as {@code unknown
   *     field "spec.x"}, in their order
   */
  public record Findings(@Nullable String mismatch, List<String> problems) {}

  /**
   * Compares an object with its kind.
   *
   * @param json an object; what it is damaged by has been found before
   */
  public Findings check(String json) {
    return FieldCheck.of(json, type);
  }

  /**
   * The object as a server keeps it: without the members its kind does not have and those that are
   * null, with quantities and times in their usual form. It has to fit its kind.
   */
  public ObjectNode settled(ObjectNode object) {
    return CanonicalForm.of(object, type);
  }
}
