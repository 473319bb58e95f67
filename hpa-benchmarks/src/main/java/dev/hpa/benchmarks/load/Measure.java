package dev.hpa.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One figure of every contender, and what the first's is of the others'.
 *
 * @param name with its unit
 * @param values of the contenders in their order; null where there is none
 * @param ratios the first contender's to each, null where that says nothing
 */
record Measure(
    String name, int digits, List<@Nullable Double> values, List<@Nullable Double> ratios) {

  static List<Measure> of(LoadPlan plan, List<Outcome> outcomes) {
    Builder table = new Builder(outcomes);
    table.add("decisions in a period", 0, Outcome::decisionsPerPeriod);
    table.add("late by, half of them (s)", 2, each -> late(each.lateness(), Lateness::p50));
    table.add("late by, 99 % of them (s)", 2, each -> late(each.lateness(), Lateness::p99));
    table.add("late by, at most (s)", 2, each -> late(each.lateness(), Lateness::max));
    if (plan.population().hungEvery() > 0) {
      table.add(
          "those that wait, late by, 99 % (s)",
          2, each -> late(each.hungLateness(), Lateness::p99));
    }
    if (plan.population().externalMetrics() > 0) {
      table.add("miss a metric at the end of a period", 1, Outcome::unreadPerPeriod);
      table.add("decisions in a period of overload", 0, each -> recovery(each, Recovery::decided));
      table.add(
          "late by since the overload, at most (s)",
          1,
          each -> recovery(each, it -> late(it.lateness(), Lateness::max)));
      table.add("none late after the overload (s)", 1, each -> recovery(each, Recovery::seconds));
    }
    table.add("first decision after (s)", 2, Outcome::firstDecision);
    table.add("all decided after (s)", 1, Outcome::allDecided);
    table.add("CPU until measured (s)", 1, Outcome::cpuSecondsUntilMeasured);
    table.add("CPU in a period (s)", 2, Outcome::cpuSecondsPerPeriod);
    table.add("CPU for a decision (µs)", 0, Outcome::cpuMicrosPerDecision);
    table.add(
        "CPU for a decision and pod (µs)",
        2,
        each -> each.cpuMicrosPerDecision() / plan.podsPerAutoscaler());
    table.add("memory at its peak (MB)", 0, each -> each.peakResidentBytes() / 1e6);
    table.add("requests in a period", 0, Outcome::requestsPerPeriod);
    table.add("read in a period (MB)", 2, each -> each.readBytesPerPeriod() / 1e6);
    table.add("written in a period (MB)", 2, each -> each.writtenBytesPerPeriod() / 1e6);
    table.add("CPU of the sandbox in a period (s)", 2, Outcome::sandboxCpuSecondsPerPeriod);
    return table.measures;
  }

  /** Requests in a period by verb and resource. */
  static List<Measure> requests(List<Outcome> outcomes) {
    Builder table = new Builder(outcomes);
    TreeSet<String> kinds = new TreeSet<>();
    outcomes.forEach(each -> kinds.addAll(each.requestsByKind().keySet()));
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
    private final List<Outcome> outcomes;
    private final List<Measure> measures = new ArrayList<>();

    Builder(List<Outcome> outcomes) {
      this.outcomes = outcomes;
    }

    void add(String name, int digits, Function<Outcome, @Nullable Double> figure) {
      List<@Nullable Double> values = new ArrayList<>();
      List<@Nullable Double> ratios = new ArrayList<>();
      for (Outcome outcome : outcomes) {
        values.add(figure.apply(outcome));
        ratios.add(ratio(values.getFirst(), values.getLast()));
      }
      measures.add(new Measure(name, digits, values, ratios));
    }

    private static @Nullable Double ratio(@Nullable Double one, @Nullable Double other) {
      return one == null || other == null || other == 0 ? null : one / other;
    }
  }
}
