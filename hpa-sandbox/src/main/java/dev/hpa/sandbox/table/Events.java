package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Prints Events, of the core version or of {@code events.k8s.io/v1}. */
final class Events {

  static final ResourceTable TABLE =
      new ResourceTable(
          List.of(
              Column.text(
                  "Last Seen",
                  """
                  The time at which the most recent occurrence of this event was recorded."""),
              Column.text(
                  "Type",
                  """
                  Type of this event (Normal, Warning), new types could be added in the \
                  future"""),
              Column.text(
                  "Reason",
                  """
                  This should be a short, machine understandable string that gives the \
                  reason for the transition into the object's current status."""),
              Column.text("Object", "The object that this event is about."),
              Column.text(
                      "Subobject",
                      """
                  If referring to a piece of an object instead of an entire object, this \
                  string should contain a valid JSON/Go field access statement, such as \
                  desiredState.manifest.containers[2]. For example, if the object reference \
                  is to a container within a pod, this would take on a value like: \
                  "spec.containers{name}" (where "name" refers to the name of the container \
                  that triggered the event) or if no container name is specified \
                  "spec.containers[2]" (container with index 2 in this pod). This syntax is \
                  chosen only to have some well-defined way of referencing a part of an \
                  object.""")
                  .wide(),
              Column.text(
                      "Source",
                      """
                  The component reporting this event. Should be a short machine \
                  understandable string.""")
                  .wide(),
              Column.text(
                  "Message", "A human-readable description of the status of this operation."),
              Column.text(
                      "First Seen",
                      """
                  The time at which the event was first recorded. (Time of server receipt \
                  is in TypeMeta.)""")
                  .wide(),
              Column.text("Count", "The number of times this event has occurred.").wide(),
              Column.IDENTITY.wide()),
          Events::cells);

  private Events() {}

  private static List<Object> cells(JsonNode event, Instant now) {
    JsonNode object = either(event, "involvedObject", "regarding");
    String firstSeen = firstSeen(event, now);
    return List.of(
        lastSeen(event, firstSeen, now),
        Fields.text(event.path("type")),
        Fields.text(event.path("reason")),
        reference(object),
        Fields.text(object.path("fieldPath")),
        source(event),
        Fields.text(either(event, "message", "note")).strip(),
        firstSeen,
        count(event),
        Fields.name(event));
  }

  private static String firstSeen(JsonNode event, Instant now) {
    JsonNode first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
    return Ages.since(Fields.isPresent(first) ? first : event.path("eventTime"), now);
  }

  private static String lastSeen(JsonNode event, String firstSeen, Instant now) {
    JsonNode series = event.path("series");
    if (Fields.isPresent(series)) {
      return Ages.since(series.path("lastObservedTime"), now);
    }
    JsonNode last = either(event, "lastTimestamp", "deprecatedLastTimestamp");
    return Fields.isPresent(last) ? Ages.since(last, now) : firstSeen;
  }

  /** An event without a count occurred once. */
  private static int count(JsonNode event) {
    JsonNode series = event.path("series");
    return Fields.isPresent(series)
        ? Fields.number(series.path("count"))
        : Math.max(Fields.number(either(event, "count", "deprecatedCount")), 1);
  }

  private static String reference(JsonNode object) {
    String kind = Fields.text(object.path("kind")).toLowerCase(Locale.ROOT);
    String name = Fields.text(object.path("name"));
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private static String source(JsonNode event) {
    JsonNode source = either(event, "source", "deprecatedSource");
    String controller = Fields.text(either(event, "reportingComponent", "reportingController"));
    String component = Fields.textOr(source.path("component"), controller);
    String host = Fields.textOr(source.path("host"), Fields.text(event.path("reportingInstance")));
    return host.isEmpty() ? component : component + ", " + host;
  }

  /** A field by its core name or its name in {@code events.k8s.io/v1}. */
  private static JsonNode either(JsonNode event, String core, String other) {
    return event.has(core) ? event.path(core) : event.path(other);
  }
}
