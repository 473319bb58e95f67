package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Prints Events, of the core version or of {@code events.k8s.io/v1}. */
final class EventPrinter {

  static final ResourcePrinter TABLE =
      new ResourcePrinter(
          List.of(
              TableColumn.text(
                  "Last Seen",
                  """
                  The time at which the most recent occurrence of this event was recorded."""),
              TableColumn.text(
                  "Type",
                  """
                  Type of this event (Normal, Warning), new types could be added in the \
                  future"""),
              TableColumn.text(
                  "Reason",
                  """
                  This should be a short, machine understandable string that gives the \
                  reason for the transition into the object's current status."""),
              TableColumn.text("Object", "The object that this event is about."),
              TableColumn.text(
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
              TableColumn.text(
                      "Source",
                      """
                  The component reporting this event. Should be a short machine \
                  understandable string.""")
                  .wide(),
              TableColumn.text(
                  "Message", "A human-readable description of the status of this operation."),
              TableColumn.text(
                      "First Seen",
                      """
                  The time at which the event was first recorded. (Time of server receipt \
                  is in TypeMeta.)""")
                  .wide(),
              TableColumn.text("Count", "The number of times this event has occurred.").wide(),
              TableColumn.IDENTITY.wide()),
          EventPrinter::cells);

  private EventPrinter() {}

  private static List<Object> cells(JsonNode event, Instant now) {
    JsonNode object = either(event, "involvedObject", "regarding");
    String firstSeen = firstSeen(event, now);
    return List.of(
        lastSeen(event, firstSeen, now),
        FieldReader.text(event.path("type")),
        FieldReader.text(event.path("reason")),
        reference(object),
        FieldReader.text(object.path("fieldPath")),
        source(event),
        FieldReader.text(either(event, "message", "note")).strip(),
        firstSeen,
        count(event),
        FieldReader.name(event));
  }

  private static String firstSeen(JsonNode event, Instant now) {
    JsonNode first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
    return AgeFormat.since(FieldReader.isPresent(first) ? first : event.path("eventTime"), now);
  }

  private static String lastSeen(JsonNode event, String firstSeen, Instant now) {
    JsonNode series = event.path("series");
    if (FieldReader.isPresent(series)) {
      return AgeFormat.since(series.path("lastObservedTime"), now);
    }
    JsonNode last = either(event, "lastTimestamp", "deprecatedLastTimestamp");
    return FieldReader.isPresent(last) ? AgeFormat.since(last, now) : firstSeen;
  }

  /** An event without a count occurred once. */
  private static int count(JsonNode event) {
    JsonNode series = event.path("series");
    return FieldReader.isPresent(series)
        ? FieldReader.number(series.path("count"))
        : Math.max(FieldReader.number(either(event, "count", "deprecatedCount")), 1);
  }

  private static String reference(JsonNode object) {
    String kind = FieldReader.text(object.path("kind")).toLowerCase(Locale.ROOT);
    String name = FieldReader.text(object.path("name"));
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private static String source(JsonNode event) {
    JsonNode source = either(event, "source", "deprecatedSource");
    String controller =
        FieldReader.text(either(event, "reportingComponent", "reportingController"));
    String component = FieldReader.textOr(source.path("component"), controller);
    String host =
        FieldReader.textOr(source.path("host"), FieldReader.text(event.path("reportingInstance")));
    return host.isEmpty() ? component : component + ", " + host;
  }

  /** A field by its core name or its name in {@code events.k8s.io/v1}. */
  private static JsonNode either(JsonNode event, String core, String other) {
    return event.has(core) ? event.path(core) : event.path(other);
  }
}
