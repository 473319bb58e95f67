package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import java.util.List;
import java.util.Map;

/**
 * The OpenAPI v3 documents. They have only what kubectl needs to leave the validation of an object
 * to the server: the paths of patches, with the parameter {@code fieldValidation}. The v2 document
 * is empty.
 */
public final class OpenApi {

  private static final String V3 = "/openapi/v3/";
  private static final String V2_PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

  private final ServedResources served;

  public OpenApi(ServedResources served) {
    this.served = served;
  }

  /** Responds to requests below {@code /openapi}. */
  public ApiResponse answer(ApiRequest request) {
    List<String> path = request.path();
    if (path.equals(List.of("openapi", "v2"))) {
      // kubectl looks here for kinds that it does not find in v3, and reports those that are
      // missing.
      return new ApiResponse.Whole(200, V2_PROTOBUF, new byte[0], Map.of());
    }
    if (path.size() < 2 || !path.get(1).equals("v3")) {
      throw RequestInfo.notFound();
    }
    return ApiResponse.json(
        200, path.size() == 2 ? index() : document(String.join("/", path.subList(2, path.size()))));
  }

  private ObjectNode index() {
    ObjectNode index = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = index.putObject("paths");
    for (ResourceType type : served.all()) {
      for (ResourceType.Version version : type.versions()) {
        String path = path(version);
        paths.putObject(path).put("serverRelativeURL", V3 + path);
      }
    }
    return index;
  }

  private ObjectNode document(String wanted) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", "");
    ObjectNode paths = document.putObject("paths");
    for (ResourceType type : served.all()) {
      for (ResourceType.Version version : type.versions()) {
        if (path(version).equals(wanted)) {
          describe(type, version, paths);
        }
      }
    }
    if (paths.isEmpty()) {
      throw RequestInfo.notFound();
    }
    return document;
  }

  private static void describe(ResourceType type, ResourceType.Version version, ObjectNode paths) {
    String parent = type.namespaced() ? "/namespaces/{namespace}/" : "/";
    ObjectNode patch =
        paths
            .putObject("/" + path(version) + parent + type.plural() + "/{name}")
            .putObject("patch")
            .put("x-kubernetes-action", "patch");
    patch
        .putObject("x-kubernetes-group-version-kind")
        .put("group", version.group())
        .put("version", version.name())
        .put("kind", type.kind());
    patch
        .putArray("parameters")
        .addObject()
        .put("name", "fieldValidation")
        .put("in", "query")
        .putObject("schema")
        .put("type", "string");
  }

  private static String path(ResourceType.Version version) {
    return version.group().isEmpty() ? "api/" + version.name() : "apis/" + version.apiVersion();
  }
}
