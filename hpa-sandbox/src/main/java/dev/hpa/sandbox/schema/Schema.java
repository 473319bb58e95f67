package dev.hpa.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schema of a value: its type and, for server-side apply, its parts. */
public sealed interface Schema {

  /** An unknown value: lists are atomic, objects are granular. */
  Schema ANY = new AnySchema("", "");

  /**
   * A value without parts.
   *
   * @param name the type name, such as {@code io.k8s.apimachinery.pkg.api.resource.Quantity}; empty
   *     for JSON types
   * @param types the allowed JSON types: {@code string}, {@code integer}, {@code number} or {@code
   *     boolean}
   * @param format the OpenAPI format, or empty
   */
  record Scalar(String name, List<String> types, String format, String description)
      implements Schema {

    /** A JSON scalar. */
    public static Scalar plain(String type, String format) {
      return new Scalar("", List.of(type), format, "");
    }
  }

  /**
   * An object with declared fields.
   *
   * @param name the type name, such as {@code io.k8s.api.core.v1.Container}; empty for an inlined
   *     type
   * @param atomic whether it has one owner and is replaced as a whole
   * @param preservesUnknownFields whether it may have other fields
   */
  record Struct(
      String name,
      String description,
      Map<String, Member> members,
      boolean atomic,
      boolean preservesUnknownFields)
      implements Schema {}

  /**
   * A list.
   *
   * @param keys the key fields of a {@link Relation#MAP}, otherwise empty
   */
  record ListSchema(Schema element, Relation relation, List<String> keys) implements Schema {

    /** An atomic list. */
    public static ListSchema atomic(Schema element) {
      return new ListSchema(element, Relation.ATOMIC, List.of());
    }
  }

  /**
   * A map with arbitrary keys.
   *
   * @param atomic whether it has one owner and is replaced as a whole
   */
  record MapSchema(Schema element, boolean atomic) implements Schema {}

  /** See {@link #ANY}; with a name if the type has one. */
  record AnySchema(String name, String description) implements Schema {}

  /** The list type, as in {@code x-kubernetes-list-type}. */
  enum Relation {
    /** The list has one owner. */
    ATOMIC,
    /** A set of scalars. */
    SET,
    /** Elements are identified by their key fields. */
    MAP
  }

  /**
   * A field of a struct.
   *
   * @param alwaysSerialized whether it is serialized when it is empty or zero
   * @param defaultValue the default; null for none
   * @param enumValues the allowed values; empty for any
   */
  record Member(
      Schema schema,
      String description,
      boolean required,
      boolean alwaysSerialized,
      @Nullable JsonNode defaultValue,
      List<String> enumValues,
      PatchStrategy patch) {

    /** A field with nothing but a type. */
    public static Member of(Schema schema) {
      return new Member(schema, "", false, false, null, List.of(), PatchStrategy.REPLACE);
    }
  }

  /**
   * The strategic merge patch strategy of a field.
   *
   * @param merges whether a list is merged element by element
   * @param key the merge key; empty for scalars
   * @param retainsKeys whether patches list the retained fields
   */
  record PatchStrategy(boolean merges, String key, boolean retainsKeys) {

    /** A list is replaced. */
    public static final PatchStrategy REPLACE = new PatchStrategy(false, "", false);
  }
}
