package dev.hpa.cli.incident;

import dev.hpa.api.NamespacedName;
import dev.hpa.cli.incident.Change.Agreement;
import dev.hpa.cli.simulate.Snapshot;
import dev.hpa.cli.simulate.TimeRange;
import dev.hpa.cli.simulate.VariantComparison;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What happened to the replicas of an HPA in a past time.
 *
 * @param changes in the order of their times
 * @param comparison the recorded course first, then each other setting
 * @param notes what limits the explanation, one line each, without a full stop
 */
record Incident(
    NamespacedName name,
    TimeRange time,
    List<Change> changes,
    VariantComparison comparison,
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

  /** The lowest replicas. */
  int lowest() {
    return replicas().min().orElse(0);
  }

  /** The highest replicas. */
  int highest() {
    return replicas().max().orElse(0);
  }

  private IntStream replicas() {
    return comparison.results().getFirst().moments().stream().mapToInt(Snapshot::replicas);
  }
}
