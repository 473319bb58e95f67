package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Strategic merge patch, the form of PATCH that knows the object's lists: a merge patch in which
 * lists named in {@link MergeKeys} are merged element by element, with directives for what a plain
 * merge cannot say.
 *
 * <table>
 *   <caption>Directives</caption>
 *   <tr><td>{@code $patch: replace}</td><td>this object (or, in an element of its own, this list) replaces the old one</td></tr>
 *   <tr><td>{@code $patch: delete}</td><td>this object becomes empty; this element of a merged list goes</td></tr>
 *   <tr><td>{@code $patch: merge}</td><td>what happens anyway</td></tr>
 *   <tr><td>{@code $retainKeys}</td><td>all members of this object that are not listed go</td></tr>
 *   <tr><td>{@code $deleteFromPrimitiveList/f}</td><td>these values leave the list {@code f}</td></tr>
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
   * The object after the patch; the arguments stay as they are and share nothing with the result.
   *
   * @throws PatchException if a directive is misused or an element lacks its merge key
   */
  public static ObjectNode apply(ObjectNode target, ObjectNode patch, MergeKeys keys) {
    return merge(target.deepCopy(), patch.deepCopy(), keys);
  }

  /** Changes neither argument, but the result may share nodes with them. */
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

  /** Whether this member of a patch says what to do with another member, or with all of them. */
  static boolean isDirective(String name) {
    return name.equals(RETAIN_KEYS)
        || name.startsWith(DELETE_VALUES)
        || name.startsWith(ELEMENT_ORDER);
  }
}
