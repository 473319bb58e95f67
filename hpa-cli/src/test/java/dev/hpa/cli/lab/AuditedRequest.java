package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.deploy.ApiCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A request in the API server's audit log.
 *
 * @param resource with its subresource, such as {@code deployments/scale}; the path of a
 *     non-resource request
 * @param code status code of the response
 * @param body request body, if the policy logs it
 * @param responseKind kind of the object in the response, if the policy logs it; otherwise empty
 */
record AuditedRequest(
    String verb,
    String group,
    String namespace,
    String resource,
    String name,
    int code,
    JsonNode body,
    String responseKind) {

  /** Returns the requests of a log in the order of their responses; a watch once, at its start. */
  static List<AuditedRequest> readAll(Path log) throws IOException {
    List<AuditedRequest> all = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String line : Files.readAllLines(log)) {
      JsonNode event = Json.tree(line);
      if (seen.add(event.path("auditID").asText())) {
        all.add(of(event));
      }
    }
    return List.copyOf(all);
  }

  private static AuditedRequest of(JsonNode event) {
    JsonNode object = event.path("objectRef");
    String subresource = object.path("subresource").asText();
    String resource =
        object.isMissingNode()
            ? event.path("requestURI").asText().replaceFirst("\\?.*", "")
            : object.path("resource").asText();
    return new AuditedRequest(
        event.path("verb").asText(),
        object.path("apiGroup").asText(),
        object.path("namespace").asText(),
        subresource.isEmpty() ? resource : resource + "/" + subresource,
        object.path("name").asText(),
        event.at("/responseStatus/code").asInt(),
        event.path("requestObject"),
        event.at("/responseObject/kind").asText());
  }

  boolean isDenied() {
    return code == 403;
  }

  /**
   * @param subresource such as {@code scale}
   */
  boolean isUpdateOf(String subresource) {
    return verb.equals("update") && resource.endsWith("/" + subresource);
  }

  /** Returns the request as the authorizer sees it. */
  ApiCall call() {
    return new ApiCall(verb, group, namespace, resource, name);
  }
}
