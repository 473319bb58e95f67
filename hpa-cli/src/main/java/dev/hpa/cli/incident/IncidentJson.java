package dev.hpa.cli.incident;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.cli.simulate.TimeRange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened, as it is written as JSON and YAML. */
record IncidentJson(Instant from, Instant to, List<Row> autoscalers) {

  static IncidentJson of(List<IncidentRow> incidents, TimeRange time) {
    return new IncidentJson(time.from(), time.to(), incidents.stream().map(Row::of).toList());
  }

  /** An HPA with a problem, or with what happened to it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String autoscaler,
      @Nullable String problem,
      @Nullable Long recordedChanges,
      @Nullable Long sameInReplay,
      @Nullable List<String> notes,
      @Nullable List<ReplicaChange> changes,
      @Nullable JsonNode comparison) {

    private static Row of(IncidentRow row) {
      String name = row.name().toString();
      Incident incident = row.incident();
      return incident == null
          ? new Row(name, row.problem(), null, null, null, null, null)
          : new Row(
              name,
              null,
              incident.recorded(),
              incident.count(ReplicaChange.Agreement.SAME),
              incident.notes(),
              incident.changes(),
              incident.figures());
    }
  }

  /** What the page of an incident has besides the comparison. */
  record Page(String subtitle, List<String> notes, List<ReplicaChange> changes) {

    static Page of(Incident incident) {
      return new Page(
          "What happened to %s: %d changes of the replicas, of which a replay of the recorded load makes %d."
              .formatted(
                  incident.name(),
                  incident.recorded(),
                  incident.count(ReplicaChange.Agreement.SAME)),
          incident.notes(),
          incident.changes());
    }
  }
}
