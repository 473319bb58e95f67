package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.List;

/** The strategy of Events, which are in the namespace of the object they are about. */
final class EventStrategy implements ResourceType.Strategy {

  private static final String DEFAULT_NAMESPACE = "default";

  @Override
  public void prepareForCreate(ObjectNode event) {
    String namespace = event.path("metadata").path("namespace").asText();
    String subject = event.path("involvedObject").path("namespace").asText("");
    boolean fits =
        subject.isEmpty() ? namespace.equals(DEFAULT_NAMESPACE) : subject.equals(namespace);
    if (!fits) {
      throw StatusException.invalid(
          "",
          "Event",
          event.path("metadata").path("name").asText(),
          List.of(
              Cause.invalid(
                  "involvedObject.namespace",
                  "\"" + subject + "\"",
                  "does not match event.namespace")));
    }
    if (!event.has("eventTime")) {
      event.putNull("eventTime");
    }
    PodTemplates.putIfAbsent(
        event, "reportingComponent", event.path("source").path("component").asText(""));
    PodTemplates.putIfAbsent(event, "reportingInstance", "");
  }

  @Override
  public void prepareForUpdate(ObjectNode event, ObjectNode before) {
    prepareForCreate(event);
  }
}
