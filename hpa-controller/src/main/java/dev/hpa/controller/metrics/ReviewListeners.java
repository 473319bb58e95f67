package dev.hpa.controller.metrics;

import dev.hpa.kube.client.CallListener;
import java.util.List;

/**
 * Listeners for the review calls of delegated authentication and authorization.
 *
 * @param tokens receives TokenReview calls
 * @param access receives SubjectAccessReview calls
 */
public record ReviewListeners(List<CallListener> tokens, List<CallListener> access) {

  public static final ReviewListeners NONE = new ReviewListeners(List.of(), List.of());

  public ReviewListeners {
    tokens = List.copyOf(tokens);
    access = List.copyOf(access);
  }
}
