package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Applies the patches of requests. */
final class PatchDecoder {

  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private PatchDecoder() {}

  /**
   * The edit that a patch makes to a stored object. A patch is relative to the version of its URL.
   */
  static UnaryOperator<ObjectNode> edit(ApiRequest request, RequestInfo target) {
    requireMergeable(request, target);
    Change change = change(request);
    WriteOptions.check(request);
    ResourceType.Version version = target.version();
    List<String> problems = problems(request);
    return stored -> {
      ObjectNode shown = version.fromStored().apply(stored);
      String revision = ResourceHandler.revisionOf(shown);
      ObjectNode after = change.of(shown);
      String asked = ResourceHandler.revisionOf(after);
      if (!asked.isEmpty() && !asked.equals(revision)) {
        throw StatusException.modified(target.type(), target.name());
      }
      return RequestDecoder.patched(request, target, after, problems, change.shown(after));
    };
  }

  /** Strategic merge patches need a kind with a protobuf message. */
  private static void requireMergeable(ApiRequest request, RequestInfo target) {
    if (target.version().structure() != null
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
    Change change = change(request);
    WriteOptions.check(request);
    ObjectNode after = change.of(scale);
    RequestDecoder.checkPatchedScale(request, after, problems(request), change.shown(after));
    return after;
  }

  /** What is wrong with a patch that can be applied. */
  private static List<String> problems(ApiRequest request) {
    if (!request.release().answersStrictly()) {
      return List.of();
    }
    return BodyDecoder.mediaType(request.contentType()).equals("application/json-patch+json")
        ? DuplicateKeys.ofJsonPatch(request.body())
        : DuplicateKeys.ofMergePatch(request.body());
  }

  /** Applies a patch, and formats the result for messages. */
  private interface Change {
    ObjectNode of(ObjectNode object);

    default String shown(ObjectNode after) {
      return Json.text(after);
    }
  }

  private static Change change(ApiRequest request) {
    return switch (BodyDecoder.mediaType(request.contentType())) {
      case "application/merge-patch+json" -> merge(object(BodyDecoder.patch(request)));
      case STRATEGIC -> strategic(object(BodyDecoder.patch(request)));
      case "application/json-patch+json" -> operations(BodyDecoder.patch(request));
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

  private static Change merge(JsonNode patch) {
    return object -> result(Patch.apply(object, patch));
  }

  private static Change operations(JsonNode operations) {
    if (!operations.isArray()) {
      throw StatusException.badRequest(
          "error decoding patch: json: cannot unmarshal "
              + operations.getNodeType().name().toLowerCase(Locale.ROOT)
              + " into Go value of type []handlers.jsonPatchOp");
    }
    return object -> {
      try {
        return result(JsonPatch.apply(object, operations));
      } catch (PatchException failure) {
        throw refused(failure);
      }
    };
  }

  private static Change strategic(ObjectNode patch) {
    return new Change() {
      @Override
      public ObjectNode of(ObjectNode object) {
        try {
          return StrategicMergePatch.apply(object, patch);
        } catch (PatchException failure) {
          throw refused(failure);
        }
      }

      @Override
      public String shown(ObjectNode after) {
        return asMap(patch);
      }
    };
  }

  private static ObjectNode object(JsonNode patch) {
    if (patch instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest(
        "error decoding patch: json: cannot unmarshal "
            + patch.getNodeType().name().toLowerCase(Locale.ROOT)
            + " into Go value of type map[string]interface {}");
  }

  private static ObjectNode result(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest("the patch does not leave an object");
  }

  /** API servers report no details of patches that do not apply. */
  private static StatusException refused(PatchException failure) {
    return failure.malformed()
        ? StatusException.badRequest(String.valueOf(failure.getMessage()))
        : StatusException.unspecific(
            422, "Invalid", "the server rejected our request due to an error in our request");
  }

  /** A value as Go prints maps: {@code map[spec:map[replicas:2]]}. */
  private static String asMap(JsonNode node) {
    if (node.isObject()) {
      Map<String, String> members = new TreeMap<>();
      node.properties().forEach(e -> members.put(e.getKey(), asMap(e.getValue())));
      return members.entrySet().stream()
          .map(e -> e.getKey() + ":" + e.getValue())
          .collect(Collectors.joining(" ", "map[", "]"));
    }
    if (node.isArray()) {
      return StreamSupport.stream(node.spliterator(), false)
          .map(PatchDecoder::asMap)
          .collect(Collectors.joining(" ", "[", "]"));
    }
    return node.isNull() ? "<nil>" : node.asText();
  }
}
