package dev.hpa.conformance.clients;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.CrossVersionObjectReference;
import org.jspecify.annotations.Nullable;

/** What a client is asked in a case. */
public final class ClientCall {

  private final JsonNode recorded;

  ClientCall(JsonNode recorded) {
    this.recorded = recorded;
  }

  /** The operation, e.g. {@code pods}. */
  public String operation() {
    return text("op");
  }

  /** A member as text, empty when it is absent. */
  public String text(String member) {
    return recorded.path(member).asText("");
  }

  /** A member as text, or null when it is absent. */
  public @Nullable String textOrNull(String member) {
    return recorded.hasNonNull(member) ? text(member) : null;
  }

  /** A member as a number, 0 when it is absent. */
  public int number(String member) {
    return recorded.path(member).asInt();
  }

  /** The object the call is about. */
  public CrossVersionObjectReference object() {
    JsonNode object = recorded.path("object");
    return new CrossVersionObjectReference(
        object.path("kind").asText(""),
        object.path("name").asText(""),
        object.path("apiVersion").asText(""));
  }

  /** A member of the scale that is given with the call, as JSON; null when there is none. */
  public @Nullable String scale() {
    return recorded.has("scale") ? recorded.path("scale").toString() : null;
  }

  @Override
  public String toString() {
    return recorded.toString();
  }
}
