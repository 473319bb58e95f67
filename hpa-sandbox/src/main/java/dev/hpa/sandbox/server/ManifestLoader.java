package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Json;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.WarningHeaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Writes the initial manifests like a client: CustomResourceDefinitions first, then namespaces,
 * then the others in their order. Objects that the sandbox starts with are merged.
 */
final class ManifestLoader {

  private static final Map<String, String> OPTIONS =
      Map.of("fieldManager", "sandbox", "fieldValidation", "Strict");

  private final RequestRouter routes;

  ManifestLoader(RequestRouter routes) {
    this.routes = routes;
  }

  /**
   * Writes all manifests.
   *
   * @throws ManifestRejectedException for the first that is rejected
   */
  void apply(List<Manifest> manifests) throws ManifestRejectedException {
    List<Manifest> inOrder = new ArrayList<>(manifests);
    inOrder.sort(Comparator.comparingInt(ManifestLoader::rank));
    for (Manifest manifest : inOrder) {
      try {
        apply(manifest.object());
      } catch (StatusException refused) {
        throw new ManifestRejectedException(manifest.place(), String.valueOf(refused.getMessage()));
      }
    }
  }

  private static int rank(Manifest manifest) {
    return switch (manifest.object().path("kind").asText()) {
      case "CustomResourceDefinition" -> 0;
      case "Namespace" -> 1;
      default -> 2;
    };
  }

  private void apply(ObjectNode object) {
    List<String> path = path(object);
    byte[] body = Json.write(object);
    ApiResponse answer =
        exists(path)
            ? routes.answer(call("PATCH", path, "application/merge-patch+json", body))
            : routes.answer(call("POST", path.subList(0, path.size() - 1), ApiResponse.JSON, body));
    if (answer instanceof ApiResponse.Whole whole && whole.code() >= 400) {
      throw StatusException.badRequest(Json.tree(whole.body()).path("message").asText());
    }
  }

  private boolean exists(List<String> path) {
    try {
      routes.answer(call("GET", path, "", new byte[0]));
      return true;
    } catch (StatusException missing) {
      return false;
    }
  }

  private List<String> path(ObjectNode object) {
    ApiGroupVersion version = version(object);
    String kind = object.path("kind").asText("");
    ResourceType type = routes.served().ofKind(version.group(), kind);
    if (type == null) {
      throw StatusException.badRequest(
          "no matches for kind \"%s\" in version \"%s\""
              .formatted(kind, object.path("apiVersion").asText("")));
    }
    JsonNode metadata = object.path("metadata");
    List<String> path = new ArrayList<>();
    path.addAll(version.group().isEmpty() ? List.of("api") : List.of("apis", version.group()));
    path.add(version.version());
    if (type.namespaced()) {
      path.addAll(List.of("namespaces", metadata.path("namespace").asText("default")));
    }
    path.addAll(List.of(type.plural(), name(metadata)));
    return path;
  }

  private static ApiGroupVersion version(ObjectNode object) {
    String text = object.path("apiVersion").asText("");
    if (text.isEmpty() || object.path("kind").asText("").isEmpty()) {
      throw StatusException.badRequest("kind or apiVersion is missing");
    }
    return ApiGroupVersion.parse(text);
  }

  private static String name(JsonNode metadata) {
    String name = metadata.path("name").asText("");
    if (name.isEmpty()) {
      throw StatusException.badRequest("metadata.name is missing");
    }
    return name;
  }

  private ApiRequest call(String method, List<String> path, String contentType, byte[] body) {
    return new ApiRequest(
        routes.release(),
        User.ADMIN,
        method,
        "/" + String.join("/", path),
        path,
        OPTIONS,
        ApiResponse.JSON,
        contentType,
        "",
        body,
        new WarningHeaders(),
        ContentNegotiation.PLAIN,
        OptionalLong.empty());
  }
}
