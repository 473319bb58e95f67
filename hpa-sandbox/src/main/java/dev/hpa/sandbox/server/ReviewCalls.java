package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.StatusException;
import java.util.List;
import java.util.Map;

/**
 * Questions about who one is and what one may do. The one token there is may do everything, so the
 * answer is always yes.
 */
final class ReviewCalls {

  private static final String AUTHORIZATION = "authorization.k8s.io";
  private static final String AUTHENTICATION = "authentication.k8s.io";

  private static final Map<String, Kind> KINDS =
      Map.of(
          "selfsubjectaccessreviews", new Kind(AUTHORIZATION, "SelfSubjectAccessReview"),
          "subjectaccessreviews", new Kind(AUTHORIZATION, "SubjectAccessReview"),
          "selfsubjectrulesreviews", new Kind(AUTHORIZATION, "SelfSubjectRulesReview"),
          "selfsubjectreviews", new Kind(AUTHENTICATION, "SelfSubjectReview"));

  private record Kind(String group, String name) {}

  private final Cluster cluster;

  ReviewCalls(Cluster cluster) {
    this.cluster = cluster;
  }

  boolean serves(List<String> path) {
    if (path.size() != 4 || !path.get(2).equals("v1")) {
      return false;
    }
    Kind kind = KINDS.get(path.get(3));
    return kind != null && kind.group().equals(path.get(1));
  }

  Answer answer(Call call) {
    if (!call.method().equals("POST")) {
      throw StatusException.methodNotAllowed();
    }
    Kind kind = KINDS.get(call.path().get(3));
    if (kind == null) {
      throw Target.unknown();
    }
    ObjectNode review = Intake.review(call, kind.group(), kind.name());
    review.withObject("/metadata");
    fill(kind.name(), review, review.putObject("status"));
    return Answer.json(201, review);
  }

  private void fill(String kind, ObjectNode review, ObjectNode status) {
    switch (kind) {
      case "SelfSubjectReview" -> {
        review.withObject("/metadata").put("creationTimestamp", Timestamps.format(cluster.now()));
        ObjectNode user = status.putObject("userInfo").put("username", "sandbox");
        user.putArray("groups").add("system:masters").add("system:authenticated");
      }
      case "SelfSubjectRulesReview" -> {
        ObjectNode resources = status.putArray("resourceRules").addObject();
        resources.putArray("verbs").add("*");
        resources.putArray("apiGroups").add("*");
        resources.putArray("resources").add("*");
        ObjectNode others = status.putArray("nonResourceRules").addObject();
        others.putArray("verbs").add("*");
        others.putArray("nonResourceURLs").add("*");
        status.put("incomplete", false);
      }
      default -> status.put("allowed", true);
    }
  }
}
