package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException;
import java.util.List;

/**
 * Questions about permissions. The one token there is may do everything, so the answer is always
 * yes.
 */
final class ReviewCalls {

  private static final List<String> SERVED =
      List.of("selfsubjectaccessreviews", "subjectaccessreviews");

  private final Bodies bodies;

  ReviewCalls(Bodies bodies) {
    this.bodies = bodies;
  }

  boolean serves(List<String> path) {
    return path.size() == 4
        && path.get(1).equals("authorization.k8s.io")
        && path.get(2).equals("v1")
        && SERVED.contains(path.get(3));
  }

  Answer answer(Call call) {
    if (!call.method().equals("POST")) {
      throw StatusException.methodNotAllowed();
    }
    ObjectNode review = bodies.object(call);
    review
        .putObject("status")
        .put("allowed", true)
        .put("reason", "the sandbox has one user, who may do everything");
    return Answer.json(201, review);
  }
}
