package dev.hpa.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schema of a value: its parts, which may have different managers and be merged by patches. */
public sealed interface Schema {

  /** An unknown value: lists are atomic, objects are granular. */
  Schema ANY = new AnySchema();

  /**
   * A value without parts.
   *
   * @param type the JSON type: {@code string}, {@code integer}, {@code number} or {@code boolean};
   *     empty for types with a special encoding
   */
  record Scalar(String type) implements Schema {

    /** A type with a special encoding, such as a quantity. */
    public static final Scalar SPECIAL = new Scalar("");
  }

  /**
   * An object with declared fields.
   *
   * @param atomic whether it has one owner and is replaced as a whole
   */
  record Struct(Map<String, Member> members, boolean atomic) implements Schema {}

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

  /** See {@link #ANY}. */
  record AnySchema() implements Schema {}

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
   * @param mergeKey the key by which strategic merge patches merge the list; empty for a list of
   *     scalars, null if it is replaced
   */
  record Member(
      Schema schema,
      boolean alwaysSerialized,
      @Nullable JsonNode defaultValue,
      @Nullable String mergeKey) {

    /** A field with nothing but a type. */
    public static Member of(Schema schema) {
      return new Member(schema, false, null, null);
    }
  }
}
