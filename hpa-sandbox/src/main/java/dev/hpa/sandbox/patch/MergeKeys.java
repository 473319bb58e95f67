package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.Struct;
import org.jspecify.annotations.Nullable;

/**
 * The lists of an object that a strategic merge patch merges, and their merge keys. Lists without a
 * merge key in the schema are replaced, objects are always merged. {@code $retainKeys} needs no
 * declaration.
 */
public final class MergeKeys {

  private static final MergeKeys NONE = new MergeKeys(Schema.ANY);

  /** A list of scalars, merged as a set. */
  static final MergedList VALUES = new MergedList(null, NONE);

  private final Schema schema;

  private MergeKeys(Schema schema) {
    this.schema = schema;
  }

  /** The merge keys of objects with this schema. */
  public static MergeKeys of(Schema schema) {
    return new MergeKeys(schema);
  }

  /** The merge keys inside the object in this field. */
  MergeKeys below(String name) {
    Member member = member(name);
    return member == null ? NONE : new MergeKeys(member.schema());
  }

  /** How the list in this field is merged, or null when it is replaced. */
  @Nullable MergedList mergedList(String name) {
    Member member = member(name);
    String key = member == null ? null : member.mergeKey();
    if (member == null || key == null) {
      return null;
    }
    return key.isEmpty() || !(member.schema() instanceof ListSchema list)
        ? VALUES
        : new MergedList(key, new MergeKeys(list.element()));
  }

  private @Nullable Member member(String name) {
    return schema instanceof Struct struct ? struct.members().get(name) : null;
  }

  /**
   * A list that is merged.
   *
   * @param key the merge key; null for scalars
   * @param element the merge keys inside the elements
   */
  record MergedList(@Nullable String key, MergeKeys element) {

    boolean ofObjects() {
      return key != null;
    }

    /** The merge key value of an element. */
    JsonNode identity(JsonNode element) {
      JsonNode identity = key == null ? element : element.path(key);
      if (identity.isContainerNode() || identity.isMissingNode()) {
        throw PatchException.rejected(
            key == null
                ? "lists of lists or objects cannot be merged as plain values: " + element
                : "map: " + element + " does not contain declared merge key: " + key);
      }
      return identity.isIntegralNumber() ? LongNode.valueOf(identity.longValue()) : identity;
    }
  }
}
