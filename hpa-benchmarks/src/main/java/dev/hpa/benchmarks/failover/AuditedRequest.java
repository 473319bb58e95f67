package dev.hpa.benchmarks.failover;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request on an object, in an audit log of {@code audit.k8s.io/v1}.
 *
 * @param at when the server had answered
 * @param object resource, subresource, namespace and name
 */
record AuditedRequest(Instant at, String user, String verb, String object, int code) {

  private static final String SCALE = "/scale ";

  /** Reads a line of the log; null if it is not a finished request on a single object. */
  static @Nullable AuditedRequest of(JsonNode event) {
    JsonNode ref = event.path("objectRef");
    if (!event.path("stage").asText().equals("ResponseComplete")
        || !ref.hasNonNull("namespace")
        || !ref.hasNonNull("name")) {
      return null;
    }
    String subresource = ref.path("subresource").asText("");
    return new AuditedRequest(
        Instant.parse(event.path("stageTimestamp").asText()),
        event.at("/user/username").asText(),
        event.path("verb").asText(),
        ref.path("resource").asText()
            + (subresource.isEmpty() ? "" : "/" + subresource)
            + " "
            + ref.path("namespace").asText()
            + "/"
            + ref.path("name").asText(),
        event.at("/responseStatus/code").asInt());
  }

  /** Whether a controller has begun to decide: each decision reads the scale of its target. */
  boolean isDecision() {
    return verb.equals("get") && object.contains(SCALE) && code == 200;
  }

  /** Whether a scale or the status of an autoscaler was written. */
  boolean isWrite() {
    return (verb.equals("update") || verb.equals("patch"))
        && (object.contains(SCALE) || object.startsWith("horizontalpodautoscalers/status "))
        && code / 100 == 2;
  }
}
