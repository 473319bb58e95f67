package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.InstantSource;

/** Authorizes access to a path by SubjectAccessReview. Thread-safe. */
final class AccessReviewer {

  /** A quarter of what all users have together: one cannot take it from the others. */
  private static final Rate OF_A_USER = new Rate(50, 100);

  private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private final KubernetesApi api;
  private final AuthorizationOptions options;
  private final ReviewCalls<Question, Boolean> calls;
  private final PeerRates ofUsers;

  AccessReviewer(KubernetesApi api, AuthorizationOptions options, InstantSource clock) {
    this.api = api;
    this.options = options;
    this.calls = new ReviewCalls<>(clock);
    this.ofUsers = new PeerRates(OF_A_USER, clock);
  }

  private record Question(User user, String verb, String path) {

    /** Size of the parts that the caller controls, in characters. */
    int length() {
      return verb.length() + path.length();
    }
  }

  /**
   * Whether the user may.
   *
   * @throws KubernetesApiException if the API server does not answer
   * @throws TooManyReviewsException if the rate limit of reviews is exceeded, or that of the user
   */
  boolean isAllowed(User user, String verb, String path)
      throws KubernetesApiException, TooManyReviewsException {
    Question question = new Question(user, verb, path);
    Boolean remembered = calls.answers.get(question);
    if (remembered != null) {
      return remembered;
    }
    boolean isKnown = !user.equals(User.ANONYMOUS);
    if (isKnown && !ofUsers.take(user.name())) {
      throw new TooManyReviewsException();
    }
    return calls.run(question, isKnown, () -> review(question));
  }

  private boolean review(Question question) throws KubernetesApiException {
    JsonNode status =
        api.call(
            ApiRequest.post(
                PATH,
                new ApiRequest.Subject("subjectaccessreviews", "authorization.k8s.io", ""),
                Json.write(body(question))),
            ReviewCalls::status);
    boolean allowed = status.path("allowed").asBoolean() && !status.path("denied").asBoolean();
    if (question.length() <= Limit.REVIEW_KEY_CHARS.asInt()) {
      calls.answers.put(question, allowed, allowed ? options.allowedTtl() : options.deniedTtl());
    }
    return allowed;
  }

  private static ObjectNode body(Question question) {
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
