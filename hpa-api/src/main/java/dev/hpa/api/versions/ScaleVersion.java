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
 * The wire forms of a scale. Every kind of a server since Kubernetes 1.16 writes the first one; the
 * others are alike but for their apiVersion.
 */
public enum ScaleVersion {
  /** The selector as one text. */
  AUTOSCALING_V1(ScaleV1.API_VERSION),

  /** The selector as a map where it consists of equalities, and as a text. */
  EXTENSIONS_V1BETA1("extensions/v1beta1"),

  /** As in {@link #EXTENSIONS_V1BETA1}. */
  APPS_V1BETA1("apps/v1beta1"),

  /** As in {@link #EXTENSIONS_V1BETA1}. */
  APPS_V1BETA2("apps/v1beta2");

  private final String apiVersion;

  ScaleVersion(String apiVersion) {
    this.apiVersion = apiVersion;
  }

  /** The form of this group and version, if a scale has one in it. */
  public static Optional<ScaleVersion> of(String apiVersion) {
    return Arrays.stream(values()).filter(form -> form.apiVersion.equals(apiVersion)).findFirst();
  }

  /**
   * The scale of a body in any version, which the body names itself.
   *
   * @throws JsonFormatException if it names no kind, another kind or an unknown version, with
   *     upstream's message, or does not fit its version
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

  /** Group and version, such as {@code autoscaling/v1}. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * The scale of a body of this form, whatever kind and version the body names. A selector that
   * came as text is kept as it is written.
   *
   * @throws JsonFormatException if the body does not fit this form, or the labels of its selector
   *     are none
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
    } catch (IllegalArgumentException badLabels) {
      throw new JsonFormatException("status.selector: " + badLabels.getMessage(), badLabels);
    }
  }

  /**
   * The body of a scale in this form.
   *
   * @throws IllegalArgumentException if the form has the selector as a map and the selector is none
   */
  public JsonNode encode(Scale scale) {
    ScaleV1 body = ScaleV1.of(scale);
    return Json.tree(this == AUTOSCALING_V1 ? body : ScaleV1beta1.of(body, apiVersion));
  }
}
