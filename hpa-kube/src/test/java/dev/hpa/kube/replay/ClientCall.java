package dev.hpa.kube.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.CrossVersionObjectReference;
import org.jspecify.annotations.Nullable;

/** A recorded call of a client. */
public final class ClientCall {

  private final JsonNode recorded;

  ClientCall(JsonNode recorded) {
    this.recorded = recorded;
  }

  /** Returns the operation, such as {@code pods}. */
  public String operation() {
    return text("op");
  }

  /** Returns a field as text; empty if it is absent. */
  public String text(String field) {
    return recorded.path(field).asText("");
  }

  /** Returns a field as text, or null if it is absent. */
  public @Nullable String textOrNull(String field) {
    return recorded.hasNonNull(field) ? text(field) : null;
  }

  /** Returns a field as a number; 0 if it is absent. */
  public int number(String field) {
    return recorded.path(field).asInt();
  }

  /** Returns the object of the call. */
  public CrossVersionObjectReference object() {
    JsonNode object = recorded.path("object");
    return new CrossVersionObjectReference(
        object.path("kind").asText(""),
        object.path("name").asText(""),
        object.path("apiVersion").asText(""));
  }

  /** Returns the scale of the call as JSON, or null. */
  public @Nullable String scale() {
    return recorded.has("scale") ? recorded.path("scale").toString() : null;
  }

  @Override
  public String toString() {
    return recorded.toString();
  }
}
