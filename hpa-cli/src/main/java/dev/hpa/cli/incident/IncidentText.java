package dev.hpa.cli.incident;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.cli.incident.ReplicaChange.Agreement;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.simulate.TextWriter;
import dev.hpa.cli.simulate.TimeRange;
import dev.hpa.cli.simulate.VariantComparison;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What happened, as text. */
final class IncidentText {

  private static final DateTimeFormatter DAY_AND_TIME = format("yyyy-MM-dd HH:mm:ss");
  private static final DateTimeFormatter CLOCK = format("HH:mm:ss");
  private static final DateTimeFormatter DATE_AND_CLOCK = format("MM-dd HH:mm:ss");
  private static final String NONE = "–";

  private final PrintWriter out;
  private final boolean isColored;

  IncidentText(PrintWriter out, boolean isColored) {
    this.out = out;
    this.isColored = isColored;
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
  }

  /** One HPA, with the figures of all settings. */
  void one(Incident incident, VariantComparison comparison) {
    out.printf(
        "%s, %s: %s, %d to %d replicas.%n",
        SafeText.line(incident.name().toString()),
        text(incident.time()),
        TextTable.count(incident.recorded(), "recorded change"),
        incident.lowest(),
        incident.highest());
    agreement(incident);
    notes(incident.notes());
    if (!incident.changes().isEmpty()) {
      out.println();
      TextTable table = new TextTable("TIME", "RECORDED", "REPLAYED", "AGREEMENT", "WHY");
      incident.changes().forEach(each -> table.row(row(each, incident.time())));
      table.print(out);
    }
    out.println();
    new TextWriter(out, isColored).figures(comparison);
  }

  private void agreement(Incident incident) {
    long same = incident.count(Agreement.SAME);
    if (incident.changes().isEmpty()) {
      return;
    }
    out.printf(
        "A replay of the recorded load makes %s of them within a sync, %d to other replicas, and %d"
            + " that were not recorded.%n",
        same == incident.recorded() ? "all" : String.valueOf(same),
        incident.count(Agreement.OTHER_REPLICAS),
        incident.count(Agreement.ONLY_REPLAYED));
  }

  private void notes(List<String> notes) {
    notes.forEach(each -> out.println("Note: " + SafeText.line(each) + "."));
  }

  private static String text(TimeRange time) {
    return DAY_AND_TIME.format(time.from())
        + " to "
        + (time.spansDays() ? DAY_AND_TIME : CLOCK).format(time.to())
        + " UTC";
  }

  private static List<String> row(ReplicaChange change, TimeRange time) {
    return List.of(
        clock(change.at(), time),
        recorded(change),
        replayed(change),
        change.agreement().text(),
        why(change));
  }

  private static String clock(Instant at, TimeRange time) {
    return (time.spansDays() ? DATE_AND_CLOCK : CLOCK).format(at);
  }

  private static String recorded(ReplicaChange change) {
    StepSeries.Step step = change.recorded();
    return step == null ? NONE : step.from() + " → " + step.to();
  }

  private static String replayed(ReplicaChange change) {
    ReplicaChange.Replayed replayed = change.replayed();
    return replayed == null ? NONE : replayed.from() + " → " + replayed.to();
  }

  private static String why(ReplicaChange change) {
    boolean isExplained = change.agreement() == Agreement.SAME || change.event() == null;
    return isExplained
        ? change.why()
        : change.why() + " (event of the controller: " + change.event() + ")";
  }

  /** Several HPAs: a line for each, and all changes in the order of their times. */
  void several(List<IncidentRow> incidents, TimeRange time) {
    out.println(text(time) + ".");
    out.println();
    TextTable table = new TextTable("HPA", "CHANGES", "SAME IN REPLAY", "REPLICAS", "NOTE");
    List<Named> changes = new ArrayList<>();
    for (IncidentRow row : incidents) {
      String name = row.name().toString();
      Incident each = row.incident();
      if (each == null) {
        table.row(name, NONE, NONE, NONE, String.valueOf(row.problem()));
        continue;
      }
      table.row(
          name,
          String.valueOf(each.recorded()),
          String.valueOf(each.count(Agreement.SAME)),
          each.lowest() + "–" + each.highest(),
          each.notes().isEmpty() ? "" : each.notes().getFirst());
      each.changes().forEach(change -> changes.add(new Named(each.name(), change)));
    }
    table.print(out);
    if (changes.isEmpty()) {
      return;
    }
    changes.sort(Comparator.comparing(each -> each.change().at()));
    out.println();
    TextTable timeline = new TextTable("TIME", "HPA", "RECORDED", "REPLAYED", "AGREEMENT", "WHY");
    for (Named each : changes) {
      List<String> row = new ArrayList<>(row(each.change(), time));
      row.add(1, each.name().toString());
      timeline.row(row);
    }
    timeline.print(out);
  }

  private record Named(NamespacedName name, ReplicaChange change) {}
}
