package dev.hpa.cli.simulate;

import dev.hpa.api.MetricSpec;
import dev.hpa.api.SafeText;
import dev.hpa.cli.output.TextTable;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionValue;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison as text: assumptions, one row of figures per variant, and small charts. */
public final class TextWriter {

  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("MM-dd HH:mm").withZone(ZoneOffset.UTC);
  private static final List<String> HEADINGS =
      List.of(
          "VARIANT",
          "REPLICAS",
          "AVG",
          "POD-HOURS",
          "UPS",
          "DOWNS",
          "FLAPS",
          "UNSERVED",
          "UNSERVED FOR",
          "WORST MINUTE",
          "UNDER θ, τ",
          "OVER θ, τ",
          "AT MAX",
          "DECISIONS");
  private static final int MAX_FAILURES = 3;
  private static final List<String> LATENCY = List.of("WITHIN SLO", "WORST P90");
  private static final String BOLD = "\u001b[1m";
  private static final String CYAN = "\u001b[36m";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String RESET = "\u001b[0m";

  private final PrintWriter out;
  private final boolean colored;

  /**
   * Writes text.
   *
   * @param colored whether to use colors
   */
  public TextWriter(PrintWriter out, boolean colored) {
    this.out = out;
    this.colored = colored;
  }

  /** Writes only the table of figures and the charts. */
  public void figures(VariantComparison comparison) {
    table(comparison.results());
    out.println();
    charts(comparison);
  }

  void write(VariantComparison comparison) {
    head(comparison);
    MetricSummary explanation =
        new MetricSummary(comparison.spec().demand(), comparison.spec().queueing());
    comparison
        .results()
        .forEach(result -> assumptions(result, explanation, comparison.spec().syncPeriod()));
    out.println();
    figures(comparison);
    comparison.results().forEach(this::failures);
  }

  private void head(VariantComparison comparison) {
    ReplaySpec spec = comparison.spec();
    LoadFigures figures = spec.figures();
    RecordedLoad main = spec.demand().main();
    out.printf(
        "%s: %d points; demand %s to %s, %s on average.%n",
        SafeText.line(main.name()),
        main.samples(),
        Figures.text(figures.min()),
        Figures.text(figures.max()),
        Figures.text(figures.avg()));
    out.printf(
        "%s from %s to %s%s, after a warm-up of %s; a sync every %s.%n",
        HumanDuration.text(spec.counted().length()),
        DAY_AND_TIME.format(spec.counted().from()),
        DAY_AND_TIME.format(spec.counted().to()),
        main.dated() ? " UTC" : " (loads with relative times start on 2000-01-01)",
        HumanDuration.text(comparison.spec().warmUp()),
        HumanDuration.text(comparison.spec().syncPeriod()));
    QueueingModel queueing = comparison.spec().queueing();
    if (queueing != null) {
      out.printf("Latency: %s.%n", queueing.text());
    }
    gaps(main, comparison);
    spec.demand().ofMetrics().values().forEach(trace -> gaps(trace, comparison));
  }

  private void gaps(RecordedLoad load, VariantComparison comparison) {
    Gaps gaps = Gaps.of(load, comparison.spec().counted());
    if (!gaps.isEmpty()) {
      out.printf(
          "%s: %s; %s.%n",
          colored(YELLOW, load.name()),
          gaps.text(),
          comparison.spec().gaps() == GapRule.HOLD
              ? "the previous value is held and excluded from the demand figures"
              : "they are interpolated and excluded from the demand figures");
    }
  }

  private void assumptions(VariantResult result, MetricSummary explanation, Duration syncPeriod) {
    Variant variant = result.variant();
    out.println();
    out.printf(
        "%s: %s, %d to %d replicas; a ready pod serves %s.%n",
        colored(BOLD, SafeText.line(variant.name())),
        SafeText.line(variant.workload()),
        variant.hpa().spec().minReplicasOrDefault(),
        variant.hpa().spec().maxReplicas(),
        result.capacityPerPod() == null
            ? "an unknown amount (set --capacity)"
            : Figures.text(result.capacityPerPod()));
    for (OptionValue option : schedules(result)) {
      out.println("  " + SafeText.line(option.name() + ": " + option.value()));
    }
    for (MetricSpec metric : variant.hpa().spec().metricsOrEmpty()) {
      out.println("  " + SafeText.line(explanation.of(metric)));
    }
    ScaleDownTime.text(variant.hpa().spec(), result.summary().maxReplicas(), syncPeriod)
        .ifPresent(text -> out.println("  " + text));
    if (variant.note() != null) {
      out.println("  " + SafeText.line(variant.note()));
    }
  }

  private static List<OptionValue> schedules(VariantResult result) {
    return result.options().values().stream()
        .filter(each -> each.key() == OptionKey.SCHEDULE || each.key() == OptionKey.WATERMARK)
        .toList();
  }

  private void table(List<VariantResult> results) {
    boolean hasLatency = results.stream().anyMatch(each -> each.latency() != null);
    TextTable table = TextTable.ofFigures(hasLatency ? withLatency(HEADINGS, LATENCY) : HEADINGS);
    results.forEach(each -> table.row(row(each)));
    List<String> lines = table.lines();
    out.println(colored(BOLD, lines.getFirst()));
    lines.stream().skip(1).forEach(out::println);
  }

  private static List<String> withLatency(List<String> row, List<String> latency) {
    List<String> all = new ArrayList<>(row);
    all.addAll(latency);
    return all;
  }

  private static List<String> row(VariantResult result) {
    LatencyFigures latency = result.latency();
    return latency == null
        ? figures(result)
        : withLatency(
            figures(result),
            List.of(percent(latency.attainment()), fixed(3, latency.worstP90()) + " s"));
  }

  private static List<String> figures(VariantResult result) {
    VariantSummary summary = result.summary();
    VariantSummary.Unserved unserved = summary.unserved();
    return List.of(
        result.variant().name(),
        summary.minReplicas() + "–" + summary.maxReplicas(),
        fixed(1, summary.avgReplicas()),
        fixed(1, summary.podHours()),
        String.valueOf(summary.scaleUps()),
        String.valueOf(summary.scaleDowns()),
        String.valueOf(summary.flaps()),
        unserved == null ? "?" : percent(unserved.share()),
        unserved == null ? "?" : HumanDuration.text(unserved.time()),
        unserved == null ? "?" : worst(unserved),
        unserved == null
            ? "?"
            : part(unserved.elasticity().under(), unserved.elasticity().underTime()),
        unserved == null
            ? "?"
            : part(unserved.elasticity().over(), unserved.elasticity().overTime()),
        HumanDuration.text(summary.atMax()),
        summary.decisions() + (summary.failed() == 0 ? "" : " (" + summary.failed() + " failed)"));
  }

  private static String worst(VariantSummary.Unserved unserved) {
    Instant minute = unserved.worstMinute();
    return minute == null ? "–" : MINUTE.format(minute) + " " + percent(unserved.worstShare());
  }

  private static String part(double pods, double time) {
    return time == 0 ? "–" : percent(pods) + ", " + percent(time);
  }

  private static String percent(double share) {
    return share > 0 && share < 0.0001 ? "<0.01 %" : fixed(2, 100 * share) + " %";
  }

  private static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private void charts(VariantComparison comparison) {
    List<VariantResult> results = comparison.results();
    int label = "unserved".length();
    double most = 1;
    for (VariantResult result : results) {
      label = Math.max(label, SafeText.line(result.variant().name()).length());
      most = Math.max(most, result.summary().maxReplicas());
      most = Math.max(most, highestMin(result));
    }
    TextCharts charts = new TextCharts(comparison.spec());
    double highest = comparison.spec().figures().max();
    chart("demand", label, CYAN, charts.demand(), "to " + Figures.text(highest));
    for (VariantResult result : results) {
      chart(
          SafeText.line(result.variant().name()),
          label,
          GREEN,
          charts.steps(result.moments(), Snapshot::replicas, most),
          "to " + result.summary().maxReplicas() + " replicas");
      boundsCharts(charts, result, most, label);
      unservedChart(charts, result.moments(), label);
    }
    out.println(" ".repeat(label) + "  " + charts.axis());
  }

  /** The bounds of an autoscaler with schedules; a maximum above the chart fills its height. */
  private void boundsCharts(TextCharts charts, VariantResult result, double most, int label) {
    if (result.options().schedules().isEmpty()) {
      return;
    }
    List<Snapshot> moments = result.moments();
    int lowest = moments.stream().mapToInt(Snapshot::max).min().orElse(0);
    int highest = moments.stream().mapToInt(Snapshot::max).max().orElse(0);
    chart(
        "min",
        label,
        CYAN,
        charts.steps(moments, Snapshot::min, most),
        "to " + (int) highestMin(result) + " replicas");
    chart(
        "max",
        label,
        CYAN,
        charts.steps(moments, moment -> Math.min(most, moment.max()), most),
        (lowest == highest ? "" : lowest + " to ") + highest + " replicas");
  }

  private static double highestMin(VariantResult result) {
    return result.options().schedules().isEmpty()
        ? 0
        : result.moments().stream().mapToInt(Snapshot::min).max().orElse(0);
  }

  private void unservedChart(TextCharts charts, List<Snapshot> moments, int label) {
    double highest = moments.stream().mapToDouble(TextWriter::unservedOf).max().orElse(0);
    if (highest > 0) {
      String bars = charts.before(moments, TextWriter::unservedOf, highest);
      chart("unserved", label, YELLOW, bars, "to " + Figures.text(highest));
    }
  }

  private static double unservedOf(Snapshot moment) {
    return moment.unserved() == null ? 0 : moment.unserved();
  }

  private void chart(String name, int label, String color, String bars, String legend) {
    out.println(
        name + " ".repeat(label - name.length()) + "  " + colored(color, bars) + "  " + legend);
  }

  private void failures(VariantResult result) {
    List<Failure> failures = result.failures();
    for (Failure failure : failures.subList(0, Math.min(MAX_FAILURES, failures.size()))) {
      out.printf(
          "%n%s: %d decisions failed, the first at %s: %s%n",
          SafeText.line(result.variant().name()),
          failure.times(),
          DAY_AND_TIME.format(failure.first()),
          SafeText.line(failure.message()));
    }
    if (failures.size() > MAX_FAILURES) {
      out.printf(
          "%s: %d more kinds of failures; use -o json to list all%n",
          SafeText.line(result.variant().name()), failures.size() - MAX_FAILURES);
    }
  }

  private String colored(String color, @Nullable String text) {
    return colored ? color + text + RESET : String.valueOf(text);
  }
}
