package dev.hpa.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.v1.ScaleV1;
import org.jspecify.annotations.Nullable;

/**
 * The scale subresource of a workload, as far as a controller needs it.
 *
 * @param resourceVersion guards the write; empty makes a write unconditional
 * @param specReplicas replicas asked for
 * @param statusReplicas replicas observed
 * @param selector the pods' label selector as text, empty when the target publishes none
 */
public record Scale(
    String namespace,
    String name,
    @Nullable String uid,
    String resourceVersion,
    int specReplicas,
    int statusReplicas,
    String selector) {

  /**
   * The scale of a body in any of its {@linkplain ScaleVersion forms}, which the body names itself.
   *
   * @throws JsonFormatException if it names no kind, another kind or an unknown version, with
   *     upstream's text, or does not fit its form
   */
  public static Scale decode(JsonNode body) {
    String kind = named(body, "kind", "Kind");
    String apiVersion = named(body, "apiVersion", "apiVersion");
    return ScaleVersion.of(apiVersion)
        .filter(form -> kind.equals(ScaleV1.KIND))
        .orElseThrow(
            () ->
                new JsonFormatException(
                    "no kind \"%s\" is registered for version \"%s\"".formatted(kind, apiVersion),
                    null))
        .decode(body);
  }

  private static String named(JsonNode body, String member, String shown) {
    String name = body.path(member).asText("");
    if (name.isEmpty()) {
      throw new JsonFormatException("Object '" + shown + "' is missing in '" + body + "'", null);
    }
    return name;
  }

  public Scale withSpecReplicas(int value) {
    return new Scale(namespace, name, uid, resourceVersion, value, statusReplicas, selector);
  }
}
