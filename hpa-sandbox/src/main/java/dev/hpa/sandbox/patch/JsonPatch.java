package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.flipkart.zjsonpatch.CompatibilityFlags;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** JSON patch, RFC 6902: a list of operations that succeed or fail together. */
public final class JsonPatch {

  private static final List<String> TEXT_MEMBERS = List.of("op", "path", "from");

  private JsonPatch() {}

  /**
   * The document after all operations; both arguments stay as they are and share nothing with the
   * result.
   *
   * @throws PatchException malformed when {@code operations} is no list of operations, refused when
   *     one of them fails
   */
  public static JsonNode apply(JsonNode target, JsonNode operations) {
    requireOperations(operations);
    try {
      // A copy, because values of the patch become part of the document and later operations change
      // them there.
      return com.flipkart.zjsonpatch.JsonPatch.apply(operations.deepCopy(), target, flags());
    } catch (RuntimeException failure) {
      // Beside its own exceptions the library throws others for paths that lead through values of
      // the wrong type.
      throw PatchException.refused(String.valueOf(failure.getMessage()));
    }
  }

  private static EnumSet<CompatibilityFlags> flags() {
    return EnumSet.of(CompatibilityFlags.FORBID_REMOVE_MISSING_OBJECT);
  }

  /**
   * Only the shape makes a patch malformed: an unknown operation is one that fails, as in
   * Kubernetes.
   */
  private static void requireOperations(JsonNode operations) {
    if (!operations.isArray()) {
      throw notA("[]handlers.jsonPatchOp", operations);
    }
    for (JsonNode operation : operations) {
      requireOperation(operation);
    }
  }

  private static void requireOperation(JsonNode operation) {
    if (!operation.isObject()) {
      throw notA("handlers.jsonPatchOp", operation);
    }
    for (String member : TEXT_MEMBERS) {
      if (operation.has(member) && !operation.path(member).isTextual()) {
        throw notA("string", operation.path(member));
      }
    }
  }

  /** The text of the API server, type names of its language included. */
  private static PatchException notA(String type, JsonNode found) {
    String kind = found.isBoolean() ? "bool" : found.getNodeType().name().toLowerCase(Locale.ROOT);
    return PatchException.malformed(
        "error decoding patch: json: cannot unmarshal " + kind + " into Go value of type " + type);
  }
}
