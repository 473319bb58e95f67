package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Strategic merge patch: a merge patch that merges the lists with {@link MergeKeys} element by
 * element, with directives for what a merge cannot express.
 *
 * <table>
 *   <caption>Directives</caption>
 *   <tr><td>{@code $patch: replace}</td><td>this object (or, in a separate element, this list) replaces the old one</td></tr>
 *   <tr><td>{@code $patch: delete}</td><td>this object becomes empty; this element of a merged list is removed</td></tr>
 *   <tr><td>{@code $patch: merge}</td><td>the default</td></tr>
 *   <tr><td>{@code $retainKeys}</td><td>all fields of this object that are not listed are removed</td></tr>
 *   <tr><td>{@code $deleteFromPrimitiveList/f}</td><td>these values are removed from the list {@code f}</td></tr>
 *   <tr><td>{@code $setElementOrder/f}</td><td>the order of the list {@code f} after the patch</td></tr>
 * </table>
 */
public final class StrategicMergePatch {

  static final String DIRECTIVE = "$patch";

  static final String RETAIN_KEYS = "$retainKeys";
  static final String DELETE_VALUES = "$deleteFromPrimitiveList/";
  static final String ELEMENT_ORDER = "$setElementOrder/";

  private StrategicMergePatch() {}

  /**
   * Applies a patch; neither modifies the arguments nor shares nodes with them.
   *
   * @throws PatchException if a directive is misused or an element lacks its merge key
   */
  public static ObjectNode apply(ObjectNode target, ObjectNode patch, MergeKeys keys) {
    return merge(target.deepCopy(), patch.deepCopy(), keys);
  }

  /** Does not modify the arguments, but the result may share nodes with them. */
  static ObjectNode merge(ObjectNode original, ObjectNode patch, MergeKeys keys) {
    JsonNode directive = patch.get(DIRECTIVE);
    if (directive == null) {
      return new ObjectMerge(original, patch, keys).merged();
    }
    ObjectNode rest = undirected(patch);
    return switch (directive.asText()) {
      case "replace" -> PatchValue.added(rest);
      case "delete" -> JsonNodeFactory.instance.objectNode();
      case "merge" -> new ObjectMerge(original, rest, keys).merged();
      default -> throw PatchException.malformed("unknown patch type " + directive + " in " + patch);
    };
  }

  /** The object without its {@code $patch}. */
  static ObjectNode undirected(JsonNode object) {
    ObjectNode rest = JsonNodeFactory.instance.objectNode().setAll((ObjectNode) object);
    rest.remove(DIRECTIVE);
    return rest;
  }

  /** Whether this field of a patch is a directive for another field or for all fields. */
  static boolean isDirective(String name) {
    return name.equals(RETAIN_KEYS)
        || name.startsWith(DELETE_VALUES)
        || name.startsWith(ELEMENT_ORDER);
  }
}
