package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.InstantSource;

/** Asks the API server whether somebody may see a path. Thread-safe. */
final class AccessReviewer {

  private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private final KubernetesApi api;
  private final AuthorizationOptions options;
  private final Expiring<Question, Boolean> known;

  AccessReviewer(KubernetesApi api, AuthorizationOptions options, InstantSource clock) {
    this.api = api;
    this.options = options;
    this.known = new Expiring<>(clock);
  }

  private record Question(User user, String verb, String path) {}

  /**
   * Whether he may.
   *
   * @throws KubernetesApiException when nobody can tell
   */
  boolean isAllowed(User user, String verb, String path) throws KubernetesApiException {
    Question question = new Question(user, verb, path);
    Boolean remembered = known.get(question);
    if (remembered != null) {
      return remembered;
    }
    JsonNode status =
        api.call(
                ApiRequest.post(
                    PATH,
                    new ApiRequest.Subject("subjectaccessreviews", "authorization.k8s.io", ""),
                    Json.write(review(question))),
                body -> Json.tree(body.readAllBytes()))
            .path("status");
    boolean allowed = status.path("allowed").asBoolean() && !status.path("denied").asBoolean();
    known.put(question, allowed, allowed ? options.allowedTtl() : options.deniedTtl());
    return allowed;
  }

  private static ObjectNode review(Question question) {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("kind", "SubjectAccessReview").put("apiVersion", "authorization.k8s.io/v1");
    review.putObject("metadata");
    ObjectNode spec = review.putObject("spec");
    spec.putObject("nonResourceAttributes")
        .put("path", question.path())
        .put("verb", question.verb());
    User user = question.user();
    spec.put("user", user.name());
    ArrayNode groups = spec.putArray("groups");
    user.groups().forEach(groups::add);
    if (!user.extra().isEmpty()) {
      ObjectNode extra = spec.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.withArray(key)::add));
    }
    if (!user.uid().isEmpty()) {
      spec.put("uid", user.uid());
    }
    return review;
  }
}
