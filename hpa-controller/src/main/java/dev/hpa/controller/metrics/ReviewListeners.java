package dev.hpa.controller.metrics;

import dev.hpa.kube.client.CallListener;

/**
 * Who is told of the calls by which callers are reviewed.
 *
 * @param tokens of those that ask whose a token is
 * @param access of those that ask what somebody may see
 */
public record ReviewListeners(CallListener tokens, CallListener access) {

  public static final ReviewListeners UNHEARD =
      new ReviewListeners(new CallListener() {}, new CallListener() {});
}
