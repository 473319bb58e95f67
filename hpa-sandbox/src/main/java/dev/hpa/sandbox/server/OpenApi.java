package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import java.util.List;
import java.util.Map;

/**
 * OpenAPI documents: the schemas of all kinds, and the one fact of their paths that clients look
 * for before they apply, that every resource takes {@code fieldValidation}, so that the server
 * checks the fields and not they.
 */
final class OpenApi {

  private static final String OLD_PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

  private OpenApi() {}

  /**
   * {@code /openapi/v2}, which old clients ask for, and others for kinds they do not find in the
   * documents of version 3. In protobuf it is empty.
   */
  static Answer old(Call call, List<ResourceType> types) {
    if (call.accept().contains("proto-openapi.spec.v2")) {
      return new Answer.Whole(200, OLD_PROTOBUF, new byte[0], Map.of());
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("swagger", "2.0");
    document.putObject("info").put("title", "Kubernetes").put("version", ServerVersion.GIT_VERSION);
    ObjectNode paths = document.putObject("paths");
    OpenApiTypes described = OpenApiTypes.inOldDocument();
    for (ResourceType type : types) {
      for (ResourceType.Version version : type.versions()) {
        describe(type, version, "/" + path(version.group(), version.name()), paths);
        described.describe(type, version);
      }
    }
    document.set("definitions", described.described());
    return Answer.json(200, document);
  }

  /** {@code /openapi/v3}. */
  static Answer index(List<ApiGroups.Group> groups) {
    ObjectNode index = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = index.putObject("paths");
    for (ApiGroups.Group group : groups) {
      for (ApiGroups.GroupVersion version : group.versions()) {
        String path = path(group.name(), version.name());
        paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=1");
      }
    }
    return Answer.json(200, index);
  }

  /** {@code /openapi/v3/PATH}, the path being one of the index. */
  static Answer document(String path, List<ResourceType> types, ApiGroups groups) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", ServerVersion.GIT_VERSION);
    ObjectNode paths = document.putObject("paths");
    OpenApiTypes described = OpenApiTypes.inDocument();
    for (ResourceType type : types) {
      for (ResourceType.Version version : type.versions()) {
        if (path(version.group(), version.name()).equals(path)) {
          describe(type, version, "/" + path, paths);
          described.describe(type, version);
        }
      }
    }
    document.putObject("components").set("schemas", described.described());
    if (!isOneOf(groups.all(), path)) {
      throw Target.unknown();
    }
    return Answer.json(200, document);
  }

  private static boolean isOneOf(List<ApiGroups.Group> groups, String path) {
    return groups.stream()
        .anyMatch(
            group ->
                group.versions().stream()
                    .anyMatch(version -> path(group.name(), version.name()).equals(path)));
  }

  private static void describe(
      ResourceType type, ResourceType.Version version, String base, ObjectNode paths) {
    String path = base + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
    operation(paths.putObject(path), "get", "list", type, version);
    operation(paths.putObject(path + "/{name}"), "patch", "patch", type, version)
        .putArray("parameters")
        .addObject()
        .put("name", "fieldValidation")
        .put("in", "query")
        .putObject("schema")
        .put("type", "string");
  }

  private static ObjectNode operation(
      ObjectNode path,
      String method,
      String action,
      ResourceType type,
      ResourceType.Version version) {
    ObjectNode operation = path.putObject(method).put("x-kubernetes-action", action);
    operation
        .putObject("x-kubernetes-group-version-kind")
        .put("group", version.group())
        .put("version", version.name())
        .put("kind", type.kind());
    return operation;
  }

  private static String path(String group, String version) {
    return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
  }
}
