package dev.hpa.controller.soak;

import java.time.Instant;

/**
 * A write of a scale that the API server carried out.
 *
 * @param autoscaler as {@code namespace/name}
 * @param writer the user of the request
 * @param received when the API server received the request, in the time of the cluster
 * @param from replicas before
 * @param to replicas written
 */
record ScaleWrite(String autoscaler, String writer, Instant received, int from, int to) {

  @Override
  public String toString() {
    return "%s from %d to %d by %s at %s".formatted(autoscaler, from, to, writer, received);
  }
}
