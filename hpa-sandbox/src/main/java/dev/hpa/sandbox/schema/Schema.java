package dev.hpa.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a value may be, and of which parts it consists when several writers share it. */
public sealed interface Schema {

  /** Values nothing is known of: lists are one thing, the members of objects are shared. */
  Schema ANYTHING = new Anything("", "");

  /**
   * A value without parts.
   *
   * @param name of the type, such as {@code io.k8s.apimachinery.pkg.api.resource.Quantity}; empty
   *     for those of JSON
   * @param types the types of JSON it may have, {@code string}, {@code integer}, {@code number} or
   *     {@code boolean}
   * @param format a narrower form as OpenAPI names it, or empty
   */
  record Scalar(String name, List<String> types, String format, String description)
      implements Schema {

    /** A plain value of JSON. */
    public static Scalar plain(String type, String format) {
      return new Scalar("", List.of(type), format, "");
    }
  }

  /**
   * An object with known members.
   *
   * @param name of the type, such as {@code io.k8s.api.core.v1.Container}; empty for one described
   *     where it is used
   * @param atomic whether it has one owner, and is replaced as a whole
   * @param open whether it may have other members
   */
  record Struct(
      String name, String description, Map<String, Member> members, boolean atomic, boolean open)
      implements Schema {}

  /**
   * A list.
   *
   * @param keys the members that tell elements apart in a {@link Relation#MAP}, otherwise empty
   */
  record Listing(Schema element, Relation relation, List<String> keys) implements Schema {

    /** A list that is replaced as a whole. */
    public static Listing atomic(Schema element) {
      return new Listing(element, Relation.ATOMIC, List.of());
    }
  }

  /**
   * An object whose members are named by whoever writes it.
   *
   * @param atomic whether it has one owner, and is replaced as a whole
   */
  record Mapping(Schema element, boolean atomic) implements Schema {}

  /** See {@link #ANYTHING}; with a name where the type has one. */
  record Anything(String name, String description) implements Schema {}

  /** What the elements of a list are to each other. */
  enum Relation {
    /** They belong together: the list has one owner. */
    ATOMIC,
    /** Each is a value of its own that is in the list or not. */
    SET,
    /** Each is known by the values of its keys. */
    MAP
  }

  /**
   * A member of an object.
   *
   * @param always whether it is there, empty or zero, in an object nobody has written to
   * @param standard its value where it is absent; null for none
   * @param oneOf the only values it may have; empty for any
   */
  record Member(
      Schema schema,
      String description,
      boolean required,
      boolean always,
      @Nullable JsonNode standard,
      List<String> oneOf,
      PatchStrategy patch) {

    /** A member of which nothing but its type is known. */
    public static Member of(Schema schema) {
      return new Member(schema, "", false, false, null, List.of(), PatchStrategy.REPLACE);
    }
  }

  /**
   * How a strategic merge patch treats a member.
   *
   * @param merges whether a list is merged element by element
   * @param key the member that tells its elements apart; empty for plain values
   * @param retainsKeys whether clients list the members that stay
   */
  record PatchStrategy(boolean merges, String key, boolean retainsKeys) {

    /** A list is replaced. */
    public static final PatchStrategy REPLACE = new PatchStrategy(false, "", false);
  }
}
