package dev.hpa.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One figure of all contenders, and the ratios of the first contender to the others.
 *
 * @param name name and unit
 * @param values medians of the rounds, in the order of the contenders; null if not measured
 * @param spreads lowest and highest value; null with a single round
 * @param ratios median of the ratios of the first contender to each within a round; null if
 *     undefined
 * @param ratioSpreads lowest and highest ratio; null with a single round
 */
record Measure(
    String name,
    int digits,
    List<@Nullable Double> values,
    List<@Nullable Spread> spreads,
    List<@Nullable Double> ratios,
    List<@Nullable Spread> ratioSpreads) {

  /** The lowest and the highest of several values. */
  record Spread(double lowest, double highest) {

    static @Nullable Spread of(List<Double> sorted) {
      return sorted.size() < 2 ? null : new Spread(sorted.getFirst(), sorted.getLast());
    }
  }

  /**
   * @param rounds the outcomes of each round, in the order of the contenders
   */
  static List<Measure> of(LoadPlan plan, List<List<Outcome>> rounds) {
    Builder table = new Builder(rounds);
    table.add("decisions per period", 0, Outcome::decisionsPerPeriod);
    table.add("lateness p50 (s)", 2, each -> late(each.lateness(), Lateness::p50));
    table.add("lateness p99 (s)", 2, each -> late(each.lateness(), Lateness::p99));
    table.add("lateness max (s)", 2, each -> late(each.lateness(), Lateness::max));
    if (plan.population().hungEvery() > 0) {
      table.add(
          "lateness p99, hung source (s)", 2, each -> late(each.hungLateness(), Lateness::p99));
    }
    if (plan.population().externalMetrics() > 0) {
      table.add("missing a metric at period end", 1, Outcome::missingMetricPerPeriod);
    }
    if (plan.overloads()) {
      table.add("decisions per overload period", 0, each -> recovery(each, Recovery::decided));
      table.add(
          "lateness max since overload (s)",
          1,
          each -> recovery(each, it -> late(it.lateness(), Lateness::max)));
      table.add("recovery after overload (s)", 1, each -> recovery(each, Recovery::seconds));
    }
    table.add("first decision (s)", 2, each -> each.firstDecisions().first());
    table.add("first decisions p50 (s)", 2, each -> each.firstDecisions().p50());
    table.add("first decisions p99 (s)", 2, each -> each.firstDecisions().p99());
    table.add("first decisions all (s)", 2, each -> each.firstDecisions().all());
    table.add("CPU to all decisions (s)", 2, Outcome::cpuSecondsToAllDecided);
    table.add("CPU before measurement (s)", 1, Outcome::cpuSecondsUntilMeasured);
    table.add("CPU per period (s)", 2, Outcome::cpuSecondsPerPeriod);
    table.add("CPU per decision (µs)", 0, Outcome::cpuMicrosPerDecision);
    table.add(
        "CPU per decision and pod (µs)",
        2,
        each -> each.cpuMicrosPerDecision() / plan.podsPerAutoscaler());
    table.add(
        "allocated per decision (KB)",
        1,
        each ->
            each.allocatedBytesPerDecision() == null
                ? null
                : (Double) (each.allocatedBytesPerDecision() / 1e3));
    table.add("peak memory (MB)", 0, each -> each.peakResidentBytes() / 1e6);
    table.add("requests per period", 0, Outcome::requestsPerPeriod);
    table.add("read per period (MB)", 2, each -> each.readBytesPerPeriod() / 1e6);
    table.add("written per period (MB)", 2, each -> each.writtenBytesPerPeriod() / 1e6);
    table.add("sandbox CPU per period (s)", 2, Outcome::sandboxCpuSecondsPerPeriod);
    return table.measures;
  }

  /** Returns the requests per period by verb and resource. */
  static List<Measure> requests(List<List<Outcome>> rounds) {
    Builder table = new Builder(rounds);
    TreeSet<String> kinds = new TreeSet<>();
    rounds.stream()
        .flatMap(List::stream)
        .forEach(each -> kinds.addAll(each.requestsByKind().keySet()));
    for (String kind : kinds) {
      table.add(kind, 1, each -> each.requestsByKind().getOrDefault(kind, 0.0));
    }
    return table.measures;
  }

  private static @Nullable Double late(
      @Nullable Lateness lateness, Function<Lateness, Double> which) {
    return lateness == null ? null : which.apply(lateness);
  }

  private static @Nullable Double recovery(
      Outcome outcome, Function<Recovery, @Nullable Double> which) {
    Recovery recovery = outcome.recovery();
    return recovery == null ? null : which.apply(recovery);
  }

  private static final class Builder {
    private final List<List<Outcome>> rounds;
    private final List<Measure> measures = new ArrayList<>();

    Builder(List<List<Outcome>> rounds) {
      this.rounds = rounds;
    }

    void add(String name, int digits, Function<Outcome, @Nullable Double> figure) {
      List<@Nullable Double> values = new ArrayList<>();
      List<@Nullable Spread> spreads = new ArrayList<>();
      List<@Nullable Double> ratios = new ArrayList<>();
      List<@Nullable Spread> ratioSpreads = new ArrayList<>();
      for (int contender = 0; contender < rounds.getFirst().size(); contender++) {
        List<Double> measured = new ArrayList<>();
        List<Double> compared = new ArrayList<>();
        for (List<Outcome> round : rounds) {
          Double value = figure.apply(round.get(contender));
          Double ratio = ratio(figure.apply(round.getFirst()), value);
          if (value != null) {
            measured.add(value);
          }
          if (ratio != null) {
            compared.add(ratio);
          }
        }
        measured.sort(null);
        compared.sort(null);
        values.add(median(measured));
        spreads.add(Spread.of(measured));
        ratios.add(median(compared));
        ratioSpreads.add(Spread.of(compared));
      }
      measures.add(new Measure(name, digits, values, spreads, ratios, ratioSpreads));
    }

    private static @Nullable Double median(List<Double> sorted) {
      int half = sorted.size() / 2;
      if (sorted.isEmpty()) {
        return null;
      }
      return sorted.size() % 2 == 1
          ? sorted.get(half)
          : (Double) ((sorted.get(half - 1) + sorted.get(half)) / 2);
    }

    private static @Nullable Double ratio(@Nullable Double one, @Nullable Double other) {
      return one == null || other == null || other == 0 ? null : one / other;
    }
  }
}
