package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.flipkart.zjsonpatch.CompatibilityFlags;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** JSON patch (RFC 6902): a list of operations that succeed or fail together. */
public final class JsonPatch {

  private static final List<String> TEXT_MEMBERS = List.of("op", "path", "from");

  private JsonPatch() {}

  /**
   * Applies a patch; neither modifies the arguments nor shares nodes with them.
   *
   * @throws PatchException malformed when {@code operations} is not a list of operations, refused
   *     when an operation fails
   */
  public static JsonNode apply(JsonNode target, JsonNode operations) {
    requireOperations(operations);
    try {
      // A copy, because values of the patch become part of the document and later operations change
      // them there.
      return com.flipkart.zjsonpatch.JsonPatch.apply(operations.deepCopy(), target, flags());
    } catch (RuntimeException failure) {
      // The library also throws other exceptions for paths through values of the wrong type.
      throw PatchException.rejected(String.valueOf(failure.getMessage()));
    }
  }

  private static EnumSet<CompatibilityFlags> flags() {
    return EnumSet.of(CompatibilityFlags.FORBID_REMOVE_MISSING_OBJECT);
  }

  /** Checks the format only: an unknown operation fails later, as in Kubernetes. */
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

  /** The message of kube-apiserver, including its Go type names. */
  private static PatchException notA(String type, JsonNode found) {
    String kind = found.isBoolean() ? "bool" : found.getNodeType().name().toLowerCase(Locale.ROOT);
    return PatchException.malformed(
        "error decoding patch: json: cannot unmarshal " + kind + " into Go value of type " + type);
  }
}
