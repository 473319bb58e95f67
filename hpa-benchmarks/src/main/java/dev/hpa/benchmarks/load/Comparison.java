package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.Usage;
import dev.hpa.cli.output.TextTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of all contenders.
 *
 * @param outcomes those of the first round
 * @param laterRounds those of the other rounds
 * @param periodSeconds the sync period, in s
 * @param processors number of processors of this machine
 */
record Comparison(
    Profile profile,
    Population population,
    double periodSeconds,
    int periods,
    int processors,
    List<Measure> measures,
    List<Measure> requests,
    List<String> remarks,
    List<Outcome> outcomes,
    List<List<Outcome>> laterRounds) {

  /**
   * @param rounds the outcomes of each round, in the order of the contenders; at least one round
   */
  static Comparison of(LoadPlan plan, List<List<Outcome>> rounds) {
    return new Comparison(
        plan.profile(),
        plan.population(),
        plan.period().toMillis() / 1e3,
        plan.periods(),
        Runtime.getRuntime().availableProcessors(),
        Measure.of(plan, rounds),
        Measure.requests(rounds),
        remarks(plan, rounds.size()),
        rounds.getFirst(),
        rounds.subList(1, rounds.size()));
  }

  private static List<String> remarks(LoadPlan plan, int rounds) {
    List<String> remarks = new ArrayList<>();
    if (rounds > 1) {
      remarks.add(
          "Figures are medians of %d rounds, with the lowest and the highest; ratios are taken within a round."
              .formatted(rounds));
    }
    if (plan.replicas() > 1) {
      remarks.add(
          "Each contender has %d processes; CPU, memory and reconciliations are their sums."
              .formatted(plan.replicas()));
    }
    if (plan.cpuMilli() != null) {
      remarks.add("The contenders' CPU is limited to %dm.".formatted(plan.cpuMilli()));
    }
    if (plan.population().usage() == Usage.STEADY) {
      remarks.add(
          "Metrics are steady, so no status is written and lateness cannot be measured; decisions"
              + " are those in the contenders' metrics.");
    }
    if (plan.overloads()) {
      remarks.add(
          ("After the measured periods, each query of an External metric takes %d s for %d"
                  + " periods. The recovery ends when no status is older than the sync period"
                  + " plus %d s; \"-\" means not within %d periods.")
              .formatted(
                  Population.OVERLOAD_SECONDS,
                  LoadPlan.OVERLOAD_PERIODS,
                  Recovery.TOLERANCE.toSeconds(),
                  LoadPlan.RECOVERY_PERIODS));
    }
    remarks.add(
        "Contender and sandbox share the processors of this machine; the contender's figures do"
            + " not include the sandbox.");
    remarks.add(
        "The sandbox stores objects as JSON and converts them to protobuf on request; a real API"
            + " server stores protobuf and converts it to JSON.");
    return remarks;
  }

  /** Returns the results as text tables. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s: %,d HPAs, %,d pods, %,d namespaces, %s metrics; %d periods of %.0f s, %d processors%n%n"
            .formatted(
                profile,
                population.autoscalers(),
                population.pods(),
                population.namespaces(),
                population.usage().toString().toLowerCase(java.util.Locale.ROOT),
                periods,
                periodSeconds,
                processors));
    appendTable("", measures, text);
    appendTable("requests per period", requests, text);
    remarks.forEach(each -> text.append(each).append('\n'));
    return text.toString();
  }

  private void appendTable(String title, List<Measure> rows, StringBuilder text) {
    List<String> header = new ArrayList<>(List.of(title));
    for (int i = 0; i < outcomes.size(); i++) {
      header.add(outcomes.get(i).name());
      if (i > 0) {
        header.add("ratio");
      }
    }
    TextTable table = TextTable.ofFigures(header);
    for (Measure row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      for (int i = 0; i < outcomes.size(); i++) {
        cells.add(shown(row.values().get(i), row.spreads().get(i), row.digits()));
        if (i > 0) {
          cells.add(shown(row.ratios().get(i), row.ratioSpreads().get(i), 2));
        }
      }
      table.row(cells);
    }
    table.lines().forEach(line -> text.append(line).append('\n'));
    text.append('\n');
  }

  private static String shown(@Nullable Double value, Measure.@Nullable Spread spread, int digits) {
    if (value == null) {
      return "-";
    }
    String format = "%,." + digits + "f";
    return spread == null
        ? format.formatted(value)
        : (format + " (" + format + "-" + format + ")")
            .formatted(value, spread.lowest(), spread.highest());
  }
}
