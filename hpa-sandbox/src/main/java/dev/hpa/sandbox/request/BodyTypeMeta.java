package dev.hpa.sandbox.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.sandbox.cluster.StatusException;
import java.util.Map;

/**
 * The type of a request body, completed with the expected type.
 *
 * @param version empty if the body has only a group, other than the expected one
 */
public record BodyTypeMeta(String kind, ApiGroupVersion version) {

  /**
   * Reads the type like kube-apiserver: field names are case-insensitive, the last one wins, and
   * null means absent.
   *
   * @throws StatusException if a field is not a string or the version is malformed
   */
  public static BodyTypeMeta of(
      ApiRequest request, ObjectNode given, String kind, String apiVersion) {
    String statedKind = text(request, given, "kind", kind);
    String statedVersion = text(request, given, "apiVersion", kind);
    ApiGroupVersion expected = ApiGroupVersion.parse(apiVersion);
    return new BodyTypeMeta(
        statedKind.isEmpty() ? kind : statedKind, version(request, statedVersion, expected, kind));
  }

  private static String text(
      ApiRequest request, ObjectNode given, String member, String expectedKind) {
    String text = "";
    for (Map.Entry<String, JsonNode> each : given.properties()) {
      if (!each.getKey().equalsIgnoreCase(member) || each.getValue().isNull()) {
        continue;
      }
      if (!each.getValue().isTextual()) {
        throw BodyDecoder.wrongTypeMetaType(member, each.getValue(), request.body(), expectedKind);
      }
      text = each.getValue().asText();
    }
    return text;
  }

  private static ApiGroupVersion version(
      ApiRequest request, String stated, ApiGroupVersion expected, String expectedKind) {
    ApiGroupVersion version;
    try {
      version = ApiGroupVersion.parse(stated);
    } catch (IllegalArgumentException malformed) {
      throw BodyDecoder.unrecognized(
          String.valueOf(malformed.getMessage()), request.body(), expectedKind);
    }
    boolean isOfGroup = version.group().isEmpty() || version.group().equals(expected.group());
    return version.version().isEmpty() && isOfGroup ? expected : version;
  }

  /** The message of kube-apiserver about a missing version. */
  public static String missingVersion(String body) {
    return "Object 'apiVersion' is missing in '" + body + "'";
  }
}
