package dev.hpa.cli.incident;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.simulate.TimeRange;
import java.util.List;

/** What happened, as a tree for JSON and YAML. */
final class IncidentJson {

  private IncidentJson() {}

  /** The tree. */
  static ObjectNode of(List<IncidentRow> incidents, TimeRange time) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("from", Timestamps.format(time.from()));
    tree.put("to", Timestamps.format(time.to()));
    ArrayNode all = tree.putArray("autoscalers");
    incidents.forEach(each -> all.add(row(each)));
    return tree;
  }

  /** What the page of an incident has besides the comparison. */
  static ObjectNode page(Incident incident) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put(
        "subtitle",
        "What happened to %s: %d changes of the replicas, of which a replay of the recorded load makes %d."
            .formatted(
                incident.name(), incident.recorded(), incident.count(Change.Agreement.SAME)));
    course(tree, incident);
    return tree;
  }

  private static void course(ObjectNode tree, Incident incident) {
    ArrayNode notes = tree.putArray("notes");
    incident.notes().forEach(notes::add);
    ArrayNode changes = tree.putArray("changes");
    incident.changes().forEach(each -> changes.add(change(each)));
  }

  private static ObjectNode row(IncidentRow row) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("autoscaler", row.name().toString());
    Incident incident = row.incident();
    if (incident == null) {
      return tree.put("problem", row.problem());
    }
    tree.put("recordedChanges", incident.recorded());
    tree.put("sameInReplay", incident.count(Change.Agreement.SAME));
    course(tree, incident);
    tree.set("comparison", incident.figures());
    return tree;
  }

  private static ObjectNode change(Change change) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("agreement", change.agreement().text());
    StepSeries.Step recorded = change.recorded();
    if (recorded != null) {
      tree.putObject("recorded")
          .put("after", Timestamps.format(recorded.after()))
          .put("until", Timestamps.format(recorded.until()))
          .put("from", recorded.from())
          .put("to", recorded.to());
    }
    Change.Replayed replayed = change.replayed();
    if (replayed != null) {
      tree.putObject("replayed")
          .put("at", Timestamps.format(replayed.at()))
          .put("from", replayed.from())
          .put("to", replayed.to());
    }
    tree.put("why", change.why());
    if (change.event() != null) {
      tree.put("event", change.event());
    }
    return tree;
  }
}
