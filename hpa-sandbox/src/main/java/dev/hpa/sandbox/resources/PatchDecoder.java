package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.patch.JsonPatch;
import dev.hpa.sandbox.patch.PatchException;
import dev.hpa.sandbox.patch.StrategicMergePatch;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.BodyDecoder;
import dev.hpa.sandbox.request.DuplicateKeys;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import dev.hpa.simulation.Patch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Applies the patches of requests. */
final class PatchDecoder {

  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private PatchDecoder() {}

  /**
   * The edit that a patch makes to a stored object. A patch is relative to the version of its URL.
   */
  static UnaryOperator<ObjectNode> edit(ApiRequest request, RequestInfo target) {
    requireMergeable(request, target);
    UnaryOperator<ObjectNode> change = change(request);
    WriteOptions.check(request);
    ResourceType.Version version = target.version();
    List<String> problems = problems(request);
    return stored -> {
      ObjectNode shown = version.fromStored().apply(stored);
      String revision = ResourceHandler.revisionOf(shown);
      ObjectNode after = change.apply(shown);
      String asked = ResourceHandler.revisionOf(after);
      if (!asked.isEmpty() && !asked.equals(revision)) {
        throw StatusException.modified(target.type(), target.name());
      }
      return RequestDecoder.patched(request, target, after, problems);
    };
  }

  /** Strategic merge patches need a kind with a protobuf message. */
  private static void requireMergeable(ApiRequest request, RequestInfo target) {
    if (target.version().schemaless()
        && BodyDecoder.mediaType(request.contentType()).equals(STRATEGIC)) {
      throw StatusException.of(
          415,
          "UnsupportedMediaType",
          "the body of the request was in an unknown format - accepted media types include:"
              + " application/json-patch+json, application/merge-patch+json");
    }
  }

  /** A Scale after the patch of a request. */
  static ObjectNode scale(ApiRequest request, ObjectNode scale) {
    UnaryOperator<ObjectNode> change = change(request);
    WriteOptions.check(request);
    ObjectNode after = change.apply(scale);
    RequestDecoder.checkPatchedScale(request, after, problems(request));
    return after;
  }

  /** What is wrong with a patch that can be applied. */
  private static List<String> problems(ApiRequest request) {
    if (!request.release().answersStrictly()) {
      return List.of();
    }
    return BodyDecoder.mediaType(request.contentType()).equals("application/json-patch+json")
        ? DuplicateKeys.ofJsonPatch(new String(request.body(), StandardCharsets.UTF_8))
        : DuplicateKeys.of(new String(request.body(), StandardCharsets.UTF_8));
  }

  private static UnaryOperator<ObjectNode> change(ApiRequest request) {
    return switch (BodyDecoder.mediaType(request.contentType())) {
      case "application/merge-patch+json" -> {
        ObjectNode patch = object(BodyDecoder.patch(request));
        yield object -> result(Patch.apply(object, patch));
      }
      case STRATEGIC -> {
        ObjectNode patch = object(BodyDecoder.patch(request));
        yield object -> applied(() -> StrategicMergePatch.apply(object, patch));
      }
      case "application/json-patch+json" -> {
        JsonNode operations = BodyDecoder.patch(request);
        yield object -> applied(() -> JsonPatch.apply(object, operations));
      }
      case "application/apply-patch+yaml", "application/apply-patch+cbor" ->
          throw StatusException.of(
              415,
              "UnsupportedMediaType",
              "server-side apply: the sandbox does not support it; apply on the client side");
      default ->
          throw StatusException.unspecific(
              415, "UnsupportedMediaType", "415: Unsupported Media Type");
    };
  }

  private static ObjectNode object(JsonNode patch) {
    if (patch instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest("the patch is not an object");
  }

  private static ObjectNode result(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest("the patch does not leave an object");
  }

  /** API servers report no details of patches that do not apply. */
  private static ObjectNode applied(Supplier<JsonNode> patched) {
    try {
      return result(patched.get());
    } catch (PatchException failure) {
      throw failure.malformed()
          ? StatusException.badRequest(String.valueOf(failure.getMessage()))
          : StatusException.unspecific(
              422, "Invalid", "the server rejected our request due to an error in our request");
    }
  }
}
