package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads and access reviews of the API server, which change nothing. */
final class ClusterReader {

  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  private final KubernetesApi api;

  ClusterReader(KubernetesApi api) {
    this.api = api;
  }

  JsonNode get(String path) throws KubernetesApiException {
    return get(path, Map.of(), ApiRequest.Subject.NONE);
  }

  JsonNode get(String path, Map<String, String> query, ApiRequest.Subject subject)
      throws KubernetesApiException {
    return api.call(ApiRequest.get(path, query, subject), body -> Json.tree(body));
  }

  /** Whether the user of the connection has the right. */
  boolean mayI(Permission right) throws KubernetesApiException {
    ObjectNode review = Json.mapper().createObjectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
    int slash = right.resource().indexOf('/');
    String plural = slash < 0 ? right.resource() : right.resource().substring(0, slash);
    String subresource = slash < 0 ? "" : right.resource().substring(slash + 1);
    review
        .putObject("spec")
        .putObject("resourceAttributes")
        .put("verb", right.verb())
        .put("group", right.group())
        .put("resource", plural)
        .put("subresource", subresource)
        .put("namespace", right.namespace())
        .put("name", right.name());
    JsonNode answer =
        api.call(
            ApiRequest.post(
                REVIEWS,
                new ApiRequest.Subject("selfsubjectaccessreviews", "authorization.k8s.io", ""),
                Json.text(review).getBytes(StandardCharsets.UTF_8)),
            body -> Json.tree(body));
    return answer.at("/status/allowed").asBoolean();
  }
}
