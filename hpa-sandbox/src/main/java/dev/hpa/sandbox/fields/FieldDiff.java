package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.schema.Schema;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields in which two objects differ.
 *
 * @param changed added or modified
 */
record FieldDiff(FieldSet changed, FieldSet removed) {

  private static final Comparator<JsonNode> SAME_NUMBERS =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  static FieldDiff of(Schema schema, JsonNode before, JsonNode after) {
    Walker walker = new Walker();
    walker.compare(schema, before, after);
    return new FieldDiff(walker.changed.build(), walker.removed.build());
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return one.equals(SAME_NUMBERS, other);
  }

  /** Walks both objects at once; null for an absent value. */
  private static final class Walker {

    private final FieldSet.Builder changed = new FieldSet.Builder();
    private final FieldSet.Builder removed = new FieldSet.Builder();
    private final FieldPath path = new FieldPath();

    void compare(Schema schema, @Nullable JsonNode before, @Nullable JsonNode after) {
      if (before != null && after != null && same(before, after)) {
        return;
      }
      boolean shared = ValueParts.isShared(schema, before) || ValueParts.isShared(schema, after);
      if (shared && !(isEmpty(before) && isEmpty(after))) {
        parts(schema, before, after);
      } else if (before != null && after != null) {
        path.addTo(changed);
      }
      if (before == null) {
        path.addTo(changed);
      } else if (after == null) {
        path.addTo(removed);
      }
    }

    private static boolean isEmpty(@Nullable JsonNode value) {
      return value == null || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }

    private void parts(Schema schema, @Nullable JsonNode before, @Nullable JsonNode after) {
      Map<PathElement, JsonNode> old = ValueParts.known(schema, before);
      Map<PathElement, JsonNode> now = ValueParts.known(schema, after);
      Set<PathElement> elements = new LinkedHashSet<>(old.keySet());
      elements.addAll(now.keySet());
      for (PathElement element : elements) {
        path.enter(element);
        compare(ValueParts.below(schema, element), old.get(element), now.get(element));
        path.leave();
      }
    }
  }
}
