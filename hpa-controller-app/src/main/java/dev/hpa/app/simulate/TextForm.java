package dev.hpa.app.simulate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.MetricSpec;
import dev.hpa.app.report.SparkChart;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A comparison for people: what was assumed, one row of figures a variant, and small charts. */
final class TextForm {

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
          "UNMET",
          "UNMET FOR",
          "WORST MINUTE",
          "AT MAX",
          "DECISIONS");
  private static final int CHART = 72;
  private static final int MOST_FAILURES = 3;
  private static final String BOLD = "\u001b[1m";
  private static final String CYAN = "\u001b[36m";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String RESET = "\u001b[0m";

  private final PrintWriter out;
  private final boolean colored;

  TextForm(PrintWriter out, boolean colored) {
    this.out = out;
    this.colored = colored;
  }

  void write(Comparison comparison) {
    head(comparison);
    Explanation explanation = new Explanation(comparison.inputs().demand());
    comparison.results().forEach(result -> assumptions(result, explanation));
    out.println();
    table(comparison.results());
    out.println();
    charts(comparison.results());
    comparison.results().forEach(this::failures);
  }

  private void head(Comparison comparison) {
    Inputs inputs = comparison.inputs();
    Inputs.DemandFigures figures = inputs.figures();
    out.printf(
        "%s: %d points; demand %s to %s, %s on average.%n",
        inputs.demand().main().name(),
        inputs.demand().main().line().size(),
        Figures.text(figures.min()),
        Figures.text(figures.max()),
        Figures.text(figures.avg()));
    out.printf(
        "%s from %s UTC, after a lead-in of %s; a look every %s.%n",
        GoDuration.format(inputs.counted().length()),
        DAY_AND_TIME.format(inputs.counted().from()),
        GoDuration.format(comparison.options().leadIn()),
        GoDuration.format(comparison.options().controller().syncPeriod()));
  }

  private void assumptions(Result result, Explanation explanation) {
    Variant variant = result.variant();
    out.println();
    out.printf(
        "%s: %s, %d to %d replicas; a ready pod carries %s.%n",
        colored(BOLD, variant.name()),
        variant.workloadText(),
        variant.hpa().spec().minReplicasOrDefault(),
        variant.hpa().spec().maxReplicas(),
        result.capacityPerPod() == null
            ? "nobody knows how much (--capacity tells)"
            : Figures.text(result.capacityPerPod()));
    for (MetricSpec metric : variant.hpa().spec().metricsOrEmpty()) {
      out.println("  " + explanation.of(metric));
    }
    if (variant.note() != null) {
      out.println("  " + variant.note());
    }
  }

  private void table(List<Result> results) {
    List<List<String>> rows = results.stream().map(TextForm::row).toList();
    int[] widths = HEADINGS.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    out.println(colored(BOLD, aligned(HEADINGS, widths)));
    rows.forEach(row -> out.println(aligned(row, widths)));
  }

  /** Names to the left, figures to the right. */
  private static String aligned(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
    }
    return line.toString();
  }

  private static List<String> row(Result result) {
    Summary summary = result.summary();
    Summary.Unmet unmet = summary.unmet();
    return List.of(
        result.variant().name(),
        summary.minReplicas() + "–" + summary.maxReplicas(),
        fixed(1, summary.avgReplicas()),
        fixed(1, summary.podHours()),
        String.valueOf(summary.scaleUps()),
        String.valueOf(summary.scaleDowns()),
        String.valueOf(summary.flaps()),
        unmet == null ? "?" : percent(unmet.share()),
        unmet == null ? "?" : minutes(unmet.time()),
        unmet == null ? "?" : worst(unmet),
        minutes(summary.atMax()),
        summary.decisions() + (summary.failed() == 0 ? "" : " (" + summary.failed() + " failed)"));
  }

  private static String worst(Summary.Unmet unmet) {
    Instant minute = unmet.worstMinute();
    return minute == null ? "–" : MINUTE.format(minute) + " " + percent(unmet.worstShare());
  }

  private static String percent(double share) {
    return share > 0 && share < 0.0001 ? "<0.01 %" : fixed(2, 100 * share) + " %";
  }

  private static String minutes(Duration time) {
    return time.isZero() ? "0 min" : fixed(1, time.toMillis() / 60_000.0) + " min";
  }

  private static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private void charts(List<Result> results) {
    int label = "demand".length();
    for (Result result : results) {
      label = Math.max(label, result.variant().name().length());
    }
    double most = 1;
    for (Result result : results) {
      most = Math.max(most, result.summary().maxReplicas());
    }
    List<Moment> first = results.getFirst().moments();
    double highest = highest(first, Moment::demand);
    chart("demand", label, CYAN, first, Moment::demand, highest, "to " + Figures.text(highest));
    for (Result result : results) {
      List<Moment> moments = result.moments();
      chart(
          result.variant().name(),
          label,
          GREEN,
          moments,
          Moment::replicas,
          most,
          "to " + result.summary().maxReplicas() + " replicas");
      unmetChart(moments, label);
    }
  }

  private void unmetChart(List<Moment> moments, int label) {
    double highest = highest(moments, TextForm::unmetOf);
    if (highest > 0) {
      ToDoubleFunction<Moment> shown = moment -> unmetOf(moment) > 0 ? unmetOf(moment) : Double.NaN;
      chart("unmet", label, YELLOW, moments, shown, highest, "to " + Figures.text(highest));
    }
  }

  private static double unmetOf(Moment moment) {
    return moment.unmet() == null ? 0 : moment.unmet();
  }

  private static double highest(List<Moment> moments, ToDoubleFunction<Moment> value) {
    return moments.stream().mapToDouble(value).max().orElse(0);
  }

  private void chart(
      String name,
      int label,
      String color,
      List<Moment> moments,
      ToDoubleFunction<Moment> value,
      double most,
      String legend) {
    double[] values = moments.stream().mapToDouble(value).toArray();
    String bars =
        SparkChart.render(values, 0, Math.max(most, Double.MIN_NORMAL), CHART, 1, Double.NaN)
            .getFirst();
    out.println(
        name + " ".repeat(label - name.length()) + "  " + colored(color, bars) + "  " + legend);
  }

  private void failures(Result result) {
    List<Failure> failures = result.failures();
    for (Failure failure : failures.subList(0, Math.min(MOST_FAILURES, failures.size()))) {
      out.printf(
          "%n%s: %d decisions failed, the first at %s: %s%n",
          result.variant().name(),
          failure.times(),
          DAY_AND_TIME.format(failure.first()),
          failure.message());
    }
    if (failures.size() > MOST_FAILURES) {
      out.printf(
          "%s: %d more kinds of failures; -o json has all%n",
          result.variant().name(), failures.size() - MOST_FAILURES);
    }
  }

  private String colored(String color, @Nullable String text) {
    return colored ? color + text + RESET : String.valueOf(text);
  }
}
