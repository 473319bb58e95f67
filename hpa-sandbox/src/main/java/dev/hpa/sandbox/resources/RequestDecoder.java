package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.BodyDecoder;
import dev.hpa.sandbox.request.DuplicateKeys;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import dev.hpa.sandbox.request.WriteOptions.FieldValidation;
import dev.hpa.validation.StrictFieldValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Decodes and validates the objects of requests: checks them against the kind of the URL and
 * converts them to the storage version.
 */
final class RequestDecoder {

  private RequestDecoder() {}

  /** Decodes the object of a request body to the storage version. */
  static ObjectNode object(ApiRequest request, RequestInfo target) {
    BodyDecoder.Body body = checked(request, Expected.of(target));
    String namespace = body.tree().path("metadata").path("namespace").asText("");
    if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
      throw StatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    return stored(target, body.text());
  }

  /** Converts the JSON of an object in the version of a URL to the storage version. */
  static ObjectNode stored(RequestInfo target, String text) {
    ObjectNode stored = target.version().toStored().apply(text);
    stored.put("kind", target.kind());
    return stored.put("apiVersion", target.storedApiVersion());
  }

  /** Decodes a review. */
  static ObjectNode review(ApiRequest request, String group, String kind) {
    return checked(request, new Expected(group + "/v1", kind, false)).tree();
  }

  /** Decodes the DeleteOptions in the body of a deletion, which may have any version. */
  static ObjectNode deleteOptions(ApiRequest request) {
    ObjectNode body = BodyDecoder.object(request).tree();
    String version = body.path("apiVersion").asText("");
    Expected expected = new Expected(version, "DeleteOptions", false);
    requireType(body, expected);
    problems(request, expected, Json.text(body), StatusException::badRequest);
    return body;
  }

  /** Decodes a Scale. */
  static ObjectNode scale(ApiRequest request) {
    return checked(request, Expected.SCALE).tree();
  }

  /**
   * The expected type of an object in a request.
   *
   * @param schemaless whether every field is known
   */
  private record Expected(String apiVersion, String kind, boolean schemaless) {

    static final Expected SCALE = new Expected("autoscaling/v1", "Scale", false);

    static Expected of(RequestInfo target) {
      return new Expected(target.apiVersion(), target.kind(), target.version().schemaless());
    }
  }

  private static BodyDecoder.Body checked(ApiRequest request, Expected expected) {
    BodyDecoder.Body body = BodyDecoder.object(request);
    requireType(body.tree(), expected);
    check(request, expected, body.text(), body.problems(), StatusException::badRequest);
    return body;
  }

  /** An absent type is the expected one. */
  private static void requireType(ObjectNode given, Expected expected) {
    JsonNode kind = given.path("kind");
    JsonNode apiVersion = given.path("apiVersion");
    if (!isAbsentOr(kind, expected.kind()) || !isAbsentOr(apiVersion, expected.apiVersion())) {
      throw StatusException.badRequest(
          "the body: kind %s and apiVersion %s do not match the URL; use %s and %s, or none"
              .formatted(kind, apiVersion, expected.kind(), expected.apiVersion()));
    }
  }

  private static boolean isAbsentOr(JsonNode member, String expected) {
    return member.isMissingNode()
        || member.isNull()
        || (member.isTextual() && List.of("", expected).contains(member.asText()));
  }

  /**
   * Rejects values of wrong types; unknown and repeated fields are errors or warnings.
   *
   * @param found problems that are known already
   * @param refusal the exception with a text
   */
  private static void check(
      ApiRequest request,
      Expected expected,
      String text,
      List<String> found,
      Function<String, StatusException> refusal) {
    List<String> problems = new ArrayList<>(found);
    problems.addAll(problems(request, expected, text, refusal));
    FieldValidation validation = WriteOptions.fieldValidation(request);
    if (validation == FieldValidation.STRICT && !problems.isEmpty()) {
      throw refusal.apply("strict decoding error: " + String.join(", ", problems));
    }
    if (validation == FieldValidation.WARN) {
      request.warnings().add(problems);
    }
  }

  private static List<String> problems(
      ApiRequest request,
      Expected expected,
      String text,
      Function<String, StatusException> refusal) {
    HpaVersion autoscaler =
        expected.kind().equals(HorizontalPodAutoscaler.KIND)
            ? HpaVersion.of(expected.apiVersion()).orElse(null)
            : null;
    try {
      if (autoscaler != null) {
        JsonNode ignored = autoscaler.reencode(text);
        return StrictFieldValidation.problems(text, autoscaler, request.release());
      }
      List<String> problems = new ArrayList<>(DuplicateKeys.of(text));
      unknownFields(expected, (ObjectNode) Json.tree(text))
          .forEach(field -> problems.add("unknown field \"" + field + "\""));
      return problems;
    } catch (JsonFormatException | ProtobufFormatException mismatch) {
      throw refusal.apply(
          "%s of %s: %s".formatted(expected.kind(), expected.apiVersion(), mismatch.getMessage()));
    }
  }

  private static List<String> unknownFields(Expected expected, ObjectNode tree) {
    ObjectSchema schema =
        expected.schemaless() ? null : ObjectSchema.of(expected.apiVersion(), expected.kind());
    return schema == null ? List.of() : schema.unknownFields(tree);
  }

  /**
   * Converts an object after a patch to the storage version. A patch may not change the kind.
   *
   * @param problems of the patch itself
   */
  static ObjectNode patched(
      ApiRequest request, RequestInfo target, ObjectNode after, List<String> problems) {
    requireSameName(after, target);
    Expected expected = Expected.of(target);
    String kind = after.path("kind").asText(expected.kind());
    if (request.release().answersStrictly() && !kind.equals(expected.kind())) {
      throw invalidPatch("the kind may not change");
    }
    String text = Json.text(after);
    check(request, expected, text, problems, RequestDecoder::invalidPatch);
    return stored(target, text);
  }

  /** Rejects an invalid Scale after a patch. */
  static void checkPatchedScale(ApiRequest request, ObjectNode after, List<String> problems) {
    check(request, Expected.SCALE, Json.text(after), problems, RequestDecoder::invalidPatch);
  }

  private static void requireSameName(ObjectNode after, RequestInfo target) {
    JsonNode metadata = after.path("metadata");
    String name = metadata.path("name").asText("");
    if (!name.equals(target.name())) {
      throw StatusException.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(name, target.name()));
    }
    String namespace = metadata.path("namespace").asText("");
    if (!namespace.equals(target.namespace())) {
      throw StatusException.badRequest(
          "the namespace of the object (%s) does not match the namespace on the URL (%s)"
              .formatted(namespace, target.namespace()));
    }
  }

  private static StatusException invalidPatch(String why) {
    return StatusException.invalid(
        "", "", "", List.of(new Cause("FieldValueInvalid", "patch", "Invalid value: " + why)));
  }
}
