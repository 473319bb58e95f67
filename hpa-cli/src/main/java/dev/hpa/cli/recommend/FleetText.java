package dev.hpa.cli.recommend;

import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.simulate.CsvWriter;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prints the results of a fleet as text. */
final class FleetText {
  private static final int DAYS_OF_MONTH = 30;

  private final List<FleetRow> rows;
  private final @Nullable Double price;
  private final PrintWriter out;
  private final boolean isMarkdown;

  /**
   * @param price of a pod per hour; null if unknown
   */
  FleetText(List<FleetRow> rows, @Nullable Double price, PrintWriter out, boolean isMarkdown) {
    this.rows = ranked(rows);
    this.price = price;
    this.out = out;
    this.isMarkdown = isMarkdown;
  }

  /** First what saves most, then what is analyzed, then what is not. */
  static List<FleetRow> ranked(List<FleetRow> rows) {
    return rows.stream()
        .sorted(
            Comparator.<FleetRow>comparingInt(
                    row -> row.problem() != null ? 2 : row.reason() != null ? 1 : 0)
                .thenComparing(Comparator.comparingDouble(FleetRow::saved).reversed())
                .thenComparing(FleetRow::name))
        .toList();
  }

  /** Writes a line for each HPA, and one with the names of the columns first. */
  static void csv(List<FleetRow> rows, PrintWriter out) {
    out.println(
        "namespace,hpa,podHoursPerDay,recommendedPodHoursPerDay,unserved,recommendedUnserved,atMax,"
            + "recommendation,risk,confidence,changes,reason,team,link");
    for (FleetRow row : ranked(rows)) {
      out.println(
          CsvWriter.line(
              List.of(
                  row.name().namespace(),
                  row.name().name(),
                  row.field("today").path("podHoursPerDay").asText(),
                  row.proposal().path("podHoursPerDay").asText(),
                  row.field("today").path("unserved").asText(),
                  row.proposal().path("unserved").asText(),
                  row.field("today").path("atMax").asText(),
                  row.proposal().path("name").asText(),
                  row.proposal().isMissingNode() ? "" : row.field("risk").asText(),
                  row.field("confidence").asText(),
                  String.join("; ", row.changes()),
                  Objects.requireNonNullElse(row.reason(), ""),
                  Objects.requireNonNullElse(row.team(), ""),
                  row.link())));
    }
  }

  void write() {
    List<FleetRow> proposals = rows.stream().filter(row -> row.reason() == null).toList();
    List<FleetRow> others = rows.stream().filter(row -> row.reason() != null).toList();
    if (!proposals.isEmpty()) {
      proposals(proposals);
    }
    if (!others.isEmpty()) {
      TextTable table = new TextTable("NO CHANGE", "POD-HOURS/DAY", "AT MAX", "REASON");
      for (FleetRow row : others) {
        table.row(
            name(row),
            row.analysis() == null ? "" : FigureTexts.number(row.today()),
            row.analysis() == null ? "" : atMax(row),
            String.valueOf(row.reason()));
      }
      print(table);
    }
    List<FleetSum> sums = FleetSum.of(rows);
    for (String by : List.of("namespace", "team")) {
      sums(by, sums.stream().filter(each -> each.by().equals(by)).toList());
    }
    summary(proposals);
    out.flush();
  }

  private void proposals(List<FleetRow> proposals) {
    TextTable table =
        new TextTable(
            "HPA",
            "POD-HOURS/DAY",
            "SAVING",
            "UNSERVED",
            "AT MAX",
            "RISK",
            "CAPACITY",
            "CONFIDENCE",
            "CHANGES");
    for (FleetRow row : proposals) {
      double after = row.proposal().path("podHoursPerDay").asDouble();
      table.row(
          name(row),
          FigureTexts.number(row.today()) + " → " + FigureTexts.number(after),
          FigureTexts.percent(row.proposal().path("saving").asDouble()),
          FigureTexts.percent(row.field("today").path("unserved").asDouble())
              + " → "
              + FigureTexts.percent(row.proposal().path("unserved").asDouble()),
          atMax(row),
          row.field("risk").asText(),
          row.field("capacity").path("text").asText(),
          row.field("confidence").asText(),
          String.join(", ", row.changes())
              + (row.owner().isEmpty() ? "" : " (in the " + row.owner() + ", which owns the HPA)"));
    }
    print(table);
  }

  private void sums(String by, List<FleetSum> sums) {
    if (!sums.isEmpty()) {
      TextTable table =
          new TextTable(by.toUpperCase(Locale.ROOT), "HPAS", "POD-HOURS/DAY", "SAVED", "SAVING");
      for (FleetSum each : sums) {
        table.row(
            each.name().isEmpty() ? "(none)" : each.name(),
            String.valueOf(each.autoscalers()),
            FigureTexts.number(each.podHoursPerDay()),
            FigureTexts.number(each.savedPodHoursPerDay()),
            saving(each.savedPodHoursPerDay(), each.podHoursPerDay()));
      }
      print(table);
    }
  }

  private void print(TextTable table) {
    if (isMarkdown) {
      table.printMarkdown(out);
    } else {
      table.print(out);
    }
    out.println();
  }

  private String name(FleetRow row) {
    return isMarkdown && !row.link().isEmpty()
        ? "[%s](%s)".formatted(row.name(), row.link())
        : row.name().toString();
  }

  private static String saving(double saved, double of) {
    return FigureTexts.percent(of == 0 ? 0 : saved / of);
  }

  private static String atMax(FleetRow row) {
    return FigureTexts.percent(row.field("today").path("atMax").asDouble());
  }

  private void summary(List<FleetRow> proposals) {
    double today = rows.stream().mapToDouble(FleetRow::today).sum();
    double saved = rows.stream().mapToDouble(FleetRow::saved).sum();
    long failed = rows.stream().filter(row -> row.problem() != null).count();
    out.printf(
        "%s: %d with a recommendation, which saves %s of %s pod-hours per day (%s); %d"
            + " unchanged%s.%n",
        TextTable.count(rows.size(), "HPA"),
        proposals.size(),
        FigureTexts.number(saved),
        FigureTexts.number(today),
        saving(saved, today),
        rows.size() - proposals.size() - failed,
        failed == 0 ? "" : "; %d could not be analyzed".formatted(failed));
    if (price != null) {
      out.printf(
          "Saved per month: %.2f of %.2f.%n",
          DAYS_OF_MONTH * price * saved, DAYS_OF_MONTH * price * today);
    }
  }
}
