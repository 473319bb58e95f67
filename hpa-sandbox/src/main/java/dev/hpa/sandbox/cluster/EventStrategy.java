package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.List;
import java.util.Map;

/**
 * The strategy of Events, which are in the namespace of the object they are about. {@code
 * events.k8s.io/v1} renames some fields of the core version.
 */
final class EventStrategy implements ResourceType.Strategy {

  private static final String DEFAULT_NAMESPACE = "default";
  private static final ApiGroupVersion CORE = new ApiGroupVersion("", "v1");
  private static final ApiGroupVersion OWN = new ApiGroupVersion("events.k8s.io", "v1");

  /** The fields that {@code events.k8s.io/v1} renames, by their name in the core version. */
  private static final Map<String, String> OWN_NAMES =
      Map.of(
          "involvedObject", "regarding",
          "message", "note",
          "reportingComponent", "reportingController",
          "source", "deprecatedSource",
          "firstTimestamp", "deprecatedFirstTimestamp",
          "lastTimestamp", "deprecatedLastTimestamp",
          "count", "deprecatedCount");

  /** The core version, which is stored, and {@code events.k8s.io/v1}. */
  static List<Version> versions() {
    Version own = ResourceTypes.version(OWN, "Event");
    return List.of(
        ResourceTypes.version(CORE, "Event"),
        new Version(
            OWN,
            false,
            json -> renamed(own.toStored().apply(json), false),
            core -> withoutEmpty(renamed(core, true)).put("apiVersion", OWN.toString()),
            null,
            null));
  }

  private static ObjectNode renamed(ObjectNode event, boolean toOwn) {
    OWN_NAMES.forEach(
        (core, own) -> {
          JsonNode value = event.remove(toOwn ? core : own);
          if (value != null) {
            event.set(toOwn ? own : core, value);
          }
        });
    return event;
  }

  /** Removes fields that only the core version shows when they are empty. */
  private static ObjectNode withoutEmpty(ObjectNode event) {
    for (String field : List.of("reportingController", "reportingInstance")) {
      if (event.path(field).asText("").isEmpty()) {
        event.remove(field);
      }
    }
    return event;
  }

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
