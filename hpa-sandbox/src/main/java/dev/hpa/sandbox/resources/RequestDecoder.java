package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KindRegistry;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.cluster.StructuralSchema;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.BodyDecoder;
import dev.hpa.sandbox.request.BodyTypeMeta;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WriteOptions;
import dev.hpa.sandbox.request.WriteOptions.FieldValidation;
import dev.hpa.validation.StrictFieldValidation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and validates the objects of requests: checks them against the kind of the URL and
 * converts them to the storage version.
 */
final class RequestDecoder {

  /** Removed versions whose kinds API servers still know. */
  private static final Set<String> REMOVED_VERSIONS =
      Set.of("extensions/v1beta1", "apps/v1beta1", "apps/v1beta2");

  private RequestDecoder() {}

  /** Decodes the object of a request body to the storage version. */
  static ObjectNode object(ApiRequest request, RequestInfo target) {
    Expected expected = Expected.of(request, target);
    BodyDecoder.Body body = checked(request, expected);
    requireSameNamespace(body.tree(), target);
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
    return checked(request, Expected.ofKind(request, group, group + "/v1", kind)).tree();
  }

  /** Decodes the DeleteOptions in the body of a deletion. */
  static ObjectNode deleteOptions(ApiRequest request) {
    BodyDecoder.Body body = BodyDecoder.object(request, "DeleteOptions");
    Expected expected = Expected.ofKind(request, "", "v1", "DeleteOptions");
    requireDeleteOptions(request, body, expected);
    String mismatch = findings(body.text(), expected).mismatch();
    if (mismatch != null) {
      throw decodingError(expected, mismatch);
    }
    return body.tree();
  }

  /** DeleteOptions may have any version. */
  private static void requireDeleteOptions(
      ApiRequest request, BodyDecoder.Body body, Expected expected) {
    BodyTypeMeta stated =
        BodyTypeMeta.of(request, body.tree(), expected.kind(), expected.apiVersion());
    if (stated.version().version().isEmpty()) {
      throw StatusException.badRequest(BodyTypeMeta.missingVersion(body.text()));
    }
    if (!stated.kind().equals(expected.kind())) {
      throw StatusException.badRequest(
          KindRegistry.unknown(stated.kind(), stated.version())
              + inScheme(
                  expected.release(), "pkg/apis/meta/internalversion/scheme/register.go:31"));
    }
  }

  /** Decodes a Scale. */
  static ObjectNode scale(ApiRequest request) {
    return checked(request, Expected.scale(request)).tree();
  }

  /**
   * The expected type of an object in a request.
   *
   * @param group the group of the internal version
   * @param structure the schema of kinds without a protobuf message; null for others
   * @param release the release of the server
   */
  private record Expected(
      String group,
      String apiVersion,
      String kind,
      @Nullable StructuralSchema structure,
      KubernetesVersion release) {

    static Expected scale(ApiRequest request) {
      return ofKind(request, "autoscaling", "autoscaling/v1", "Scale");
    }

    public static Expected of(ApiRequest request, RequestInfo target) {
      return new Expected(
          target.type().group(),
          target.apiVersion(),
          target.kind(),
          target.version().structure(),
          request.release());
    }

    static Expected ofKind(ApiRequest request, String group, String apiVersion, String kind) {
      return new Expected(group, apiVersion, kind, null, request.release());
    }

    String version() {
      return shortVersion(apiVersion);
    }

    @Nullable HpaVersion autoscaler() {
      return autoscalerVersion(apiVersion, kind);
    }

    @Nullable ObjectSchema schema() {
      return ObjectSchema.of(apiVersion, kind);
    }
  }

  private static String shortVersion(String apiVersion) {
    return apiVersion.substring(apiVersion.indexOf('/') + 1);
  }

  private static BodyDecoder.Body checked(ApiRequest request, Expected expected) {
    BodyDecoder.Body body = BodyDecoder.object(request, expected.kind());
    requireType(request, body.tree(), expected);
    ObjectSchema.Findings findings = findings(body.text(), expected);
    if (findings.mismatch() != null) {
      throw decodingError(expected, findings.mismatch());
    }
    FieldValidation validation = WriteOptions.fieldValidation(request);
    List<String> problems = new ArrayList<>(repeated(body, validation));
    problems.addAll(findings.problems());
    if (validation == FieldValidation.STRICT && !problems.isEmpty()) {
      throw decodingError(expected, strictError(problems));
    }
    if (validation == FieldValidation.WARN) {
      request.warnings().add(problems);
    }
    return body;
  }

  /** An error lists the lines of YAML in one text; each is a separate warning. */
  private static List<String> repeated(BodyDecoder.Body body, FieldValidation validation) {
    return validation == FieldValidation.STRICT && !body.problems().isEmpty()
        ? List.of("yaml: unmarshal errors:\n  " + String.join("\n  ", body.problems()))
        : body.problems();
  }

  private static StatusException decodingError(Expected expected, String why) {
    return StatusException.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(expected.kind(), expected.version(), expected.kind(), why));
  }

  private static String strictError(List<String> problems) {
    return "strict decoding error: " + String.join(", ", problems);
  }

  private static ObjectSchema.Findings findings(String text, Expected expected) {
    if (expected.structure() != null) {
      return new ObjectSchema.Findings(null, problems(expected.structure(), text));
    }
    ObjectSchema schema = expected.schema();
    HpaVersion version = expected.autoscaler();
    if (version == null) {
      return Objects.requireNonNull(schema, expected.kind()).check(text);
    }
    String mismatch = schema == null ? mismatch(version, text) : schema.check(text).mismatch();
    return new ObjectSchema.Findings(mismatch, problems(version, expected.release(), text));
  }

  private static List<String> problems(StructuralSchema structure, String text) {
    return structure.unknownFields((ObjectNode) Json.tree(text)).stream()
        .map(field -> "unknown field \"" + field + "\"")
        .toList();
  }

  private static List<String> problems(HpaVersion version, KubernetesVersion release, String text) {
    try {
      return StrictFieldValidation.problems(text, version, release);
    } catch (JsonFormatException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }

  /** For versions without a protobuf message: the decoding error, or null. */
  private static @Nullable String mismatch(HpaVersion version, String text) {
    try {
      JsonNode ignored = version.reencode(text);
      return null;
    } catch (JsonFormatException failure) {
      return String.valueOf(failure.getMessage());
    }
  }

  private static @Nullable HpaVersion autoscalerVersion(String apiVersion, String kind) {
    return kind.equals(HorizontalPodAutoscaler.KIND)
        ? HpaVersion.of(apiVersion).orElse(null)
        : null;
  }

  private static void requireType(ApiRequest request, ObjectNode given, Expected expected) {
    BodyTypeMeta stated = BodyTypeMeta.of(request, given, expected.kind(), expected.apiVersion());
    String kind = stated.kind();
    String apiVersion = stated.version().toString();
    if (kind.equals(expected.kind()) && apiVersion.equals(expected.apiVersion())) {
      return;
    }
    if (stated.version().version().isEmpty()) {
      throw StatusException.badRequest(
          "%s in version \"\" cannot be handled as a %s: %s"
              .formatted(
                  kind,
                  expected.kind(),
                  BodyTypeMeta.missingVersion(new String(request.body(), StandardCharsets.UTF_8))));
    }
    boolean known =
        ObjectSchema.of(apiVersion, kind) != null || autoscalerVersion(apiVersion, kind) != null;
    boolean isCustom = expected.structure() != null;
    if (kind.equals(expected.kind())
        && (known || isCustom || REMOVED_VERSIONS.contains(apiVersion))) {
      throw StatusException.badRequest(
          "the API version in the data (%s) does not match the expected API version (%s)"
              .formatted(apiVersion, expected.apiVersion()));
    }
    throw StatusException.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(
                kind,
                shortVersion(apiVersion),
                expected.kind(),
                known
                    ? noConversion(kind, apiVersion, expected)
                    : notKnown(stated, expected.release())));
  }

  private static String noConversion(String kind, String apiVersion, Expected expected) {
    return "converting (%s.%s) to (%s.%s): unknown conversion"
        .formatted(
            shortVersion(apiVersion),
            kind,
            expected.group().isEmpty() ? "core" : firstLabel(expected.group()),
            expected.kind());
  }

  private static String firstLabel(String group) {
    int dot = group.indexOf('.');
    return dot < 0 ? group : group.substring(0, dot);
  }

  private static String notKnown(BodyTypeMeta stated, KubernetesVersion release) {
    return KindRegistry.unknown(stated.kind(), stated.version())
        + inScheme(release, "pkg/api/legacyscheme/scheme.go:30");
  }

  /** Names the place in the source of the server that registers its kinds, as servers do. */
  private static String inScheme(KubernetesVersion release, String before) {
    String place = release.answersStrictly() ? "pkg/runtime/scheme.go:111" : before;
    return " in scheme \"" + place + "\"";
  }

  private static void requireSameNamespace(ObjectNode given, RequestInfo target) {
    String namespace = given.path("metadata").path("namespace").asText("");
    if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
      throw StatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  /**
   * Converts an object after a patch to the storage version.
   *
   * @param problems of the patch itself
   * @param shown the patch or the patched object for messages
   */
  static ObjectNode patched(
      ApiRequest request,
      RequestInfo target,
      ObjectNode after,
      List<String> problems,
      String shown) {
    requireSameName(after, target);
    Expected expected = Expected.of(request, target);
    requireSameKind(after, expected, shown);
    String text = Json.text(after);
    checkPatched(request, expected, text, problems, shown);
    return stored(target, text);
  }

  /** Rejects an invalid Scale after a patch. */
  static void checkPatchedScale(
      ApiRequest request, ObjectNode after, List<String> problems, String shown) {
    checkPatched(request, Expected.scale(request), Json.text(after), problems, shown);
  }

  private static void checkPatched(
      ApiRequest request, Expected expected, String text, List<String> ofPatch, String shown) {
    ObjectSchema.Findings findings = findings(text, expected);
    if (findings.mismatch() != null) {
      throw patchError(shown, findings.mismatch());
    }
    FieldValidation validation = WriteOptions.fieldValidation(request);
    List<String> problems = new ArrayList<>(ofPatch);
    problems.addAll(findings.problems());
    if (validation == FieldValidation.STRICT && !problems.isEmpty()) {
      throw patchError(shown, strictError(problems));
    }
    if (validation == FieldValidation.WARN) {
      request.warnings().add(problems);
    }
  }

  /** A patch may not change the kind. */
  private static void requireSameKind(ObjectNode after, Expected expected, String shown) {
    String kind = after.path("kind").asText(expected.kind());
    if (expected.release().answersStrictly() && !kind.equals(expected.kind())) {
      ApiGroupVersion version = ApiGroupVersion.parse(expected.apiVersion());
      String unknown = KindRegistry.unknown(kind, version);
      throw patchError(shown, unknown + inScheme(expected.release(), ""));
    }
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

  private static StatusException patchError(String shown, String why) {
    return StatusException.invalid(
        "", "", "", List.of(Cause.invalid("patch", Json.text(shown), why)));
  }
}
