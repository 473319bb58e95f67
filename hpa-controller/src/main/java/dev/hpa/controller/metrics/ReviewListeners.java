package dev.hpa.controller.metrics;

import dev.hpa.kube.client.CallListener;

/**
 * Listeners for the review calls of delegated authentication and authorization.
 *
 * @param tokens receives TokenReview calls
 * @param access receives SubjectAccessReview calls
 */
public record ReviewListeners(CallListener tokens, CallListener access) {

  public static final ReviewListeners NONE =
      new ReviewListeners(new CallListener() {}, new CallListener() {});
}
