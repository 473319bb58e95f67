package dev.hpa.cli.recommend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.output.YamlText;
import dev.hpa.cli.recommend.Analysis.FrontPoint;
import dev.hpa.simulation.Patch;
import dev.hpa.simulation.ReplayFigures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints a result as text. */
final class AnalysisText {
  private static final int SHOWN_POINTS = 8;

  /** Points with more unserved demand than this are of interest only for a goal that allows it. */
  private static final double MIN_SHOWN = 0.01;

  private static final int DAYS_OF_MONTH = 30;

  private final Analysis analysis;
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  private AnalysisText(Analysis analysis) {
    this.analysis = analysis;
  }

  /** Writes the text; names and messages of the cluster are escaped. */
  static void write(Analysis analysis, PrintWriter target) {
    AnalysisText text = new AnalysisText(analysis);
    text.write();
    target.print(SafeText.lines(text.text.toString()));
    target.flush();
  }

  private void write() {
    head();
    if (analysis.obstacle() != null) {
      out.printf("%nNo recommendation: %s.%n", analysis.obstacle());
    }
    if (!analysis.warnings().isEmpty()) {
      out.println();
      analysis.warnings().forEach(each -> out.println("Note: " + each));
    }
    out.println();
    table();
    if (analysis.keep()) {
      out.printf(
          "%nKeep today's setting: it meets the goal, and no setting saves %s of the pod-hours"
              + " (min-saving).%n",
          FigureTexts.percent(analysis.goal().minSaving()));
    }
    groups().forEach(this::details);
    front();
    Recommendation proposed = analysis.proposed();
    if (proposed != null) {
      patch(proposed);
    }
  }

  private static final Map<String, String> MEANINGS =
      Map.of(
          "cheaper", "meets the goal with the recorded load",
          "balanced", "meets the goal even if a pod serves only 90 % of its capacity",
          "safer", "meets the goal even if a pod serves only 75 % of its capacity");

  private void head() {
    out.printf(
        "%s under %s: %s searched, %s verified.%n",
        NamespacedName.of(analysis.inputs().hpa().metadata()),
        analysis.inputs().spec().demand().main().name(),
        FigureTexts.days(Parts.counted(analysis.parts().search())),
        FigureTexts.days(Parts.counted(analysis.parts().verification())));
    if (analysis.inputs().variant().note() != null) {
      out.println(analysis.inputs().variant().note() + ".");
    }
    out.printf(
        "Goal: at most %s unserved and %s flaps per day. A ready pod serves %s; a new one is ready"
            + " after %s.%n",
        FigureTexts.percent(analysis.goal().maxUnserved()),
        FigureTexts.number(analysis.goal().maxFlapsPerDay()),
        analysis.inputs().capacity().text(),
        FigureTexts.seconds(analysis.inputs().workload().pods().startup()));
    Double real = analysis.inputs().realReplicas();
    if (real != null) {
      out.printf(
          "Replayed with today's setting: %s replicas on average; in the cluster %s.%n",
          FigureTexts.number(analysis.replayedReplicas()), FigureTexts.number(real));
    }
    Confidence confidence = analysis.confidence();
    out.printf("Confidence: %s, %s.%n", confidence.text(), confidence.reason());
    Analysis.Effort effort = analysis.effort();
    out.printf(
        "%d settings, %.0f simulated days in %s; seed %d.%n",
        analysis.candidates(), effort.days(), FigureTexts.seconds(effort.took()), effort.seed());
  }

  private void table() {
    TextTable table =
        new TextTable(
            "",
            unit(),
            "SAVING",
            "UNSERVED",
            "FLAPS/DAY",
            "PEAK",
            "AT MAX",
            "VERIFIED: SAVING",
            "UNSERVED",
            "FLAPS/DAY",
            "GOAL");
    SearchedRequest requests = analysis.requests();
    row(
        table,
        "today",
        analysis.today(),
        analysis.todayVerified(),
        requests == null ? 0 : requests.today());
    for (List<Recommendation> same : groups()) {
      Recommendation each = same.getFirst();
      row(table, names(same), each.searched(), each.verified(), each.request());
    }
    table.print(out);
    costs();
  }

  /** The recommendations, those with the same setting together. */
  private List<List<Recommendation>> groups() {
    return List.copyOf(
        analysis.recommendations().stream()
            .collect(
                Collectors.groupingBy(
                    Recommendation::changes, LinkedHashMap::new, Collectors.toList()))
            .values());
  }

  private static String names(List<Recommendation> same) {
    return same.stream().map(Recommendation::name).collect(Collectors.joining(", "));
  }

  private void costs() {
    Double price = analysis.price();
    if (price == null) {
      return;
    }
    out.println();
    TextTable table = new TextTable("", "COST/DAY", "COST/MONTH", "SAVED/MONTH");
    double today = price * Analysis.podHoursPerDay(analysis.today());
    cost(table, "today", today, today);
    for (List<Recommendation> same : groups()) {
      double cost = price * Analysis.podHoursPerDay(same.getFirst().searched());
      cost(table, names(same), cost, today);
    }
    table.print(out);
  }

  private static void cost(TextTable table, String name, double perDay, double today) {
    table.row(
        name,
        "%.2f".formatted(perDay),
        "%.2f".formatted(DAYS_OF_MONTH * perDay),
        perDay == today ? "" : "%.2f".formatted(DAYS_OF_MONTH * (today - perDay)));
  }

  private String unit() {
    return analysis.requests() == null ? "POD-HOURS/DAY" : "CORE-HOURS, GIB-HOURS/DAY";
  }

  /**
   * @param request of a pod; without a meaning if requests are not searched
   */
  private String hours(ReplayFigures figures, long request) {
    SearchedRequest requests = analysis.requests();
    return requests == null
        ? FigureTexts.number(Analysis.podHoursPerDay(figures))
        : FigureTexts.number(requests.coreHoursPerDay(figures, request))
            + ", "
            + FigureTexts.number(requests.gibHoursPerDay(figures, request));
  }

  private void row(
      TextTable table, String name, ReplayFigures searched, ReplayFigures verified, long request) {
    boolean isToday = name.equals("today");
    table.row(
        name,
        hours(searched, request),
        isToday ? "" : FigureTexts.percent(Analysis.saving(searched, analysis.today())),
        FigureTexts.percent(searched.unserved()),
        FigureTexts.number(searched.flapsPerDay()),
        String.valueOf(searched.peak()),
        FigureTexts.percent(searched.atMax()),
        isToday ? "" : FigureTexts.percent(Analysis.saving(verified, analysis.todayVerified())),
        FigureTexts.percent(verified.unserved()),
        FigureTexts.number(verified.flapsPerDay()),
        met(searched, verified));
  }

  private String met(ReplayFigures searched, ReplayFigures verified) {
    List<String> missed = analysis.goal().missed(searched);
    List<String> then = analysis.goal().missed(verified);
    return !missed.isEmpty()
        ? "missed: " + String.join(", ", missed)
        : then.isEmpty() ? "met" : "missed when verified: " + String.join(", ", then);
  }

  private void details(List<Recommendation> same) {
    Recommendation each = same.getLast();
    out.println();
    out.println(
        names(same)
            + ": "
            + MEANINGS.get(each.name())
            + (each.changes().isEmpty() ? "; no change" : ""));
    int width = each.changes().stream().mapToInt(change -> change.name().length()).max().orElse(0);
    for (Recommendation.Effect effect : each.effects()) {
      Change change = effect.change();
      out.printf(
          "  %-" + width + "s  %s → %s: %s%n",
          change.name(),
          change.from(),
          change.to(),
          effect(effect, each.searched()));
      effect.risks().forEach(risk -> out.println("    Risk: " + risk));
    }
    each.risks().forEach(risk -> out.println("  Risk: " + risk));
  }

  /** What a change saves, and what else it changes. */
  private static String effect(Recommendation.Effect effect, ReplayFigures with) {
    List<String> parts = new ArrayList<>();
    parts.add(
        (effect.saving() < 0 ? "costs " : "saves ")
            + FigureTexts.percent(Math.abs(effect.saving())));
    difference(parts, "unserved ", effect.without(), with, f -> FigureTexts.percent(f.unserved()));
    difference(
        parts, "flaps/day ", effect.without(), with, f -> FigureTexts.number(f.flapsPerDay()));
    return String.join("; ", parts);
  }

  private static void difference(
      List<String> parts,
      String name,
      ReplayFigures without,
      ReplayFigures with,
      Function<ReplayFigures, String> figure) {
    if (!figure.apply(without).equals(figure.apply(with))) {
      parts.add(name + figure.apply(without) + " → " + figure.apply(with));
    }
  }

  /** The points of the front at even distances, the first and the last included. */
  private void front() {
    double most = Math.max(MIN_SHOWN, 10 * analysis.goal().maxUnserved());
    List<FrontPoint> all =
        analysis.front().stream().filter(each -> each.figures().unserved() <= most).toList();
    if (all.size() < 2) {
      return;
    }
    out.printf(
        "%nPareto front, up to %s unserved (%d settings):%n",
        FigureTexts.percent(most), all.size());
    TextTable table = new TextTable(unit(), "UNSERVED", "CHANGES");
    int shown = Math.min(SHOWN_POINTS, all.size());
    for (int i = 0; i < shown; i++) {
      FrontPoint point = all.get((int) Math.round((double) i * (all.size() - 1) / (shown - 1)));
      table.row(
          hours(point.figures(), point.request()),
          FigureTexts.percent(point.figures().unserved()),
          point.changes().isEmpty() ? "today" : Change.text(point.changes()));
    }
    table.print(out);
  }

  private void patch(Recommendation each) {
    ObjectNode patch = Patch.between(analysis.inputs().hpa(), each.hpa());
    out.printf(
        "%nPatch for %s (kubectl patch hpa %s -n %s --type merge --patch-file FILE):%n%n",
        each.name(),
        analysis.inputs().hpa().metadata().nameOrEmpty(),
        analysis.inputs().hpa().metadata().namespaceOrEmpty());
    out.print(YamlText.of(patch));
    SearchedRequest requests = analysis.requests();
    ObjectNode workload =
        requests == null ? JsonNodeFactory.instance.objectNode() : requests.patch(each.request());
    if (!workload.isEmpty()) {
      out.printf(
          "%nPatch of the requests, to apply at the same time (kubectl patch %s %s -n %s"
              + " --patch-file FILE):%n%n",
          workload.path("kind").asText().toLowerCase(Locale.ROOT),
          workload.at("/metadata/name").asText(),
          workload.at("/metadata/namespace").asText());
      out.print(YamlText.of(workload));
    }
  }
}
