package dev.hpa.api.versions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Scale;
import dev.hpa.api.extensions.ScaleV1beta1;
import dev.hpa.api.v1.ScaleV1;
import java.util.Arrays;
import java.util.Optional;

/**
 * The versions of Scale. API servers since Kubernetes 1.16 serve only {@link #AUTOSCALING_V1}; the
 * others differ from each other only in the apiVersion.
 */
public enum ScaleVersion {
  /** autoscaling/v1: the selector as a string. */
  AUTOSCALING_V1(ScaleV1.API_VERSION),

  /**
   * extensions/v1beta1: the selector as a map if it consists of equality requirements, and as a
   * string.
   */
  EXTENSIONS_V1BETA1("extensions/v1beta1"),

  /** apps/v1beta1, with the fields of {@link #EXTENSIONS_V1BETA1}. */
  APPS_V1BETA1("apps/v1beta1"),

  /** apps/v1beta2, with the fields of {@link #EXTENSIONS_V1BETA1}. */
  APPS_V1BETA2("apps/v1beta2");

  private final String apiVersion;

  ScaleVersion(String apiVersion) {
    this.apiVersion = apiVersion;
  }

  /** Returns the version with the apiVersion; empty if Scale does not exist in it. */
  public static Optional<ScaleVersion> of(String apiVersion) {
    return Arrays.stream(values())
        .filter(version -> version.apiVersion.equals(apiVersion))
        .findFirst();
  }

  /**
   * Decodes a body in the version that its apiVersion names.
   *
   * @throws JsonFormatException with the API machinery's message if the kind is missing or not
   *     Scale, or if the apiVersion is missing or unknown; also if the body does not match its
   *     version
   */
  public static Scale decodeAny(JsonNode body) {
    String kind = required(body, "kind", "Kind");
    String apiVersion = required(body, "apiVersion", "apiVersion");
    return of(apiVersion)
        .filter(version -> kind.equals(ScaleV1.KIND))
        .orElseThrow(
            () ->
                new JsonFormatException(
                    "no kind \"%s\" is registered for version \"%s\"".formatted(kind, apiVersion),
                    null))
        .decode(body);
  }

  private static String required(JsonNode body, String field, String shown) {
    String name = body.path(field).asText("");
    if (name.isEmpty()) {
      throw new JsonFormatException("Object '" + shown + "' is missing in '" + body + "'", null);
    }
    return name;
  }

  /** The apiVersion, for example {@code autoscaling/v1}. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * Decodes a body in this version, regardless of its kind and apiVersion. A selector string is not
   * normalized.
   *
   * @throws JsonFormatException if the body does not match this version or its selector has invalid
   *     labels
   */
  public Scale decode(JsonNode body) {
    String text = Json.text(body);
    return this == AUTOSCALING_V1
        ? Json.readBody(text, ScaleV1.class).toScale()
        : toScale(Json.readBody(text, ScaleV1beta1.class));
  }

  private static Scale toScale(ScaleV1beta1 body) {
    try {
      return body.toScale();
    } catch (IllegalArgumentException invalidLabels) {
      throw new JsonFormatException(
          "status.selector: " + invalidLabels.getMessage(), invalidLabels);
    }
  }

  /**
   * Encodes a scale in this version.
   *
   * @throws IllegalArgumentException if this version has the selector as a map and the selector is
   *     malformed
   */
  public JsonNode encode(Scale scale) {
    ScaleV1 body = ScaleV1.of(scale);
    return Json.tree(this == AUTOSCALING_V1 ? body : ScaleV1beta1.of(body, apiVersion));
  }
}
