package dev.hpa.cli.incident;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.incident.ReplicaChange.Agreement;
import dev.hpa.cli.simulate.TimeRange;
import java.util.Arrays;
import java.util.List;

/**
 * What happened to the replicas of an HPA in a past time.
 *
 * @param changes in the order of their times
 * @param lowest the lowest replicas
 * @param highest the highest replicas
 * @param figures of the recorded course and of each other setting, without timelines
 * @param notes what limits the explanation, one line each, without a full stop
 */
record Incident(
    NamespacedName name,
    TimeRange time,
    List<ReplicaChange> changes,
    int lowest,
    int highest,
    ObjectNode figures,
    List<String> notes) {

  Incident {
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }

  /** The number of recorded changes. */
  long recorded() {
    return changes.size() - count(Agreement.ONLY_REPLAYED);
  }

  /** The number of changes with one of these agreements. */
  long count(Agreement... wanted) {
    List<Agreement> all = Arrays.asList(wanted);
    return changes.stream().filter(each -> all.contains(each.agreement())).count();
  }
}
