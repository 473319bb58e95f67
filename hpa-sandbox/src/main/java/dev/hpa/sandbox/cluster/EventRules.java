package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.List;

/** Events lie in the namespace of what they are about. */
final class EventRules implements ResourceType.Rules {

  private static final String HOME_OF_THE_REST = "default";

  @Override
  public void onCreate(ObjectNode event) {
    String namespace = event.path("metadata").path("namespace").asText();
    String subject = event.path("involvedObject").path("namespace").asText("");
    boolean fits =
        subject.isEmpty() ? namespace.equals(HOME_OF_THE_REST) : subject.equals(namespace);
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
  public void onUpdate(ObjectNode event, ObjectNode before) {
    onCreate(event);
  }
}
