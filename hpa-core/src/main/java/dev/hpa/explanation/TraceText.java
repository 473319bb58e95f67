package dev.hpa.explanation;

import static java.util.Objects.requireNonNull;

import dev.hpa.api.GoDuration;
import dev.hpa.api.SafeText;
import dev.hpa.api.Timestamps;
import dev.hpa.core.Trace;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.RequestBase;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.PodClassification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats a trace as sentences, with all numbers needed to verify each step. Every line is free of
 * control characters and has at most {@link SafeText#MAX_LINE} characters, except for a note of how
 * many were omitted. The wording is for people and may change with any version; programs read
 * {@link TraceJson}. Thread-safe.
 */
public final class TraceText {

  private static final int LABEL = 15;

  /** The length in characters beyond which the sentences of further metrics are omitted. */
  static final int MAX_METRICS = 1 << 20;

  private final Trace trace;
  private final List<String> titles = new ArrayList<>();
  private final List<List<String>> sentences = new ArrayList<>();
  private int length;

  private TraceText(Trace trace) {
    this.trace = trace;
  }

  /**
   * The explanation in several lines, each ending with a line feed: the {@linkplain #headline
   * headline}, and the {@linkplain #steps steps} with their titles, indented.
   */
  public static String of(Trace trace) {
    StringBuilder text = new StringBuilder(headline(trace)).append('\n');
    for (TraceStep step : steps(trace)) {
      String label = step.title();
      for (String sentence : step.sentences()) {
        text.append("  ").append(label).append(" ".repeat(LABEL - label.length()));
        text.append(sentence).append('\n');
        label = "";
      }
    }
    return text.toString();
  }

  /**
   * The first line of the explanation, without a line feed: the autoscaler, the time and the
   * result, such as {@code shop/web at 2026-01-01T00:00:00Z: from 2 to 4 replicas}.
   */
  public static String headline(Trace trace) {
    return SafeText.line(trace.hpa())
        + " at "
        + Timestamps.format(trace.at())
        + ": "
        + new TraceText(trace).change();
  }

  /**
   * The steps of the explanation, in the order of their evaluation; steps that did not take place
   * are omitted. Immutable.
   */
  public static List<TraceStep> steps(Trace trace) {
    TraceText explanation = new TraceText(trace);
    explanation.scale();
    explanation.options();
    explanation.metrics();
    explanation.recommendation();
    explanation.stabilization();
    explanation.limits();
    explanation.result();
    List<TraceStep> steps = new ArrayList<>();
    for (int i = 0; i < explanation.titles.size(); i++) {
      steps.add(new TraceStep(explanation.titles.get(i), explanation.sentences.get(i)));
    }
    return List.copyOf(steps);
  }

  private String change() {
    Trace.Replicas found = trace.replicas();
    Integer wanted = trace.result().replicas();
    if (found == null) {
      return "no decision, the scale could not be read";
    }
    if (wanted == null) {
      return "stays at " + count(found.current(), "replica") + " because of an error";
    }
    return wanted == found.current()
        ? "stays at " + count(wanted, "replica")
        : (isDryRun() ? "would scale from " : "from ")
            + found.current()
            + " to "
            + count(wanted, "replica");
  }

  private boolean isDryRun() {
    return trace.options() != null && trace.options().mode() == Mode.DRY_RUN;
  }

  private void scale() {
    Trace.Replicas replicas = trace.replicas();
    if (replicas == null) {
      return;
    }
    say(
        "Scale",
        "%s/%s has %s, %d in its status; minReplicas %d, maxReplicas %d."
            .formatted(
                trace.target().kind(),
                trace.target().name(),
                count(replicas.current(), "replica"),
                replicas.observed(),
                replicas.min(),
                replicas.max()));
    switch (trace.plan()) {
      case CLAMP -> say("", "The replicas are outside the bounds; no metric is read.");
      case DISABLED -> say("", "Scaled to zero by another writer: scaling is disabled.");
      case MEASURE, UNSELECTABLE, DELETED, UNREADABLE -> {}
    }
    Trace.PodSet pods = trace.pods();
    if (pods != null) {
      Ownership ownership = pods.ownership();
      int matched = ownership == null ? pods.count() : ownership.matched();
      say(
          "",
          count(matched, "pod") + (matched == 1 ? " matches " : " match ") + pods.selector() + ".");
      if (ownership != null) {
        say("", owned(ownership));
      }
      if (pods.autoscalers().size() > 1) {
        say("", "Several HPAs select them: " + String.join(", ", pods.autoscalers()) + ".");
      }
    }
  }

  private void options() {
    String label = "Options";
    for (String sentence : OptionSentences.of(trace.options())) {
      say(label, sentence);
      label = "";
    }
  }

  private static String owned(Ownership ownership) {
    int others = ownership.matched() - ownership.owned();
    int omitted = others - ownership.others().size();
    if (!ownership.byOwner()) {
      return others
          + (others == 1
              ? " of them belongs to others and counts"
              : " of them belong to others and count")
          + " too: "
          + String.join(", ", ownership.others())
          + (omitted > 0 ? " and " + count(omitted, "more pod") : "")
          + "; selection-strategy=OwnerReference leaves "
          + (others == 1 ? "it" : "them")
          + " out.";
    }
    return ownership.problem().isEmpty()
        ? ownership.owned()
            + " of "
            + count(ownership.matched(), "pod")
            + " belong to the target."
            + (ownership.others().isEmpty()
                ? ""
                : " Not counted: "
                    + String.join(", ", ownership.others())
                    + (omitted > 0 ? " and " + count(omitted, "more pod") : "")
                    + ".")
        : "All are counted, because " + ownership.problem() + ".";
  }

  private void metrics() {
    int all = trace.metrics().size();
    for (int i = 0; i < all; i++) {
      if (length > MAX_METRICS) {
        say(
            "More metrics",
            "The sentences of %s are omitted: those before have more than %d characters."
                .formatted(count(all - i, "metric"), MAX_METRICS));
        return;
      }
      metric(i);
    }
  }

  private void metric(int index) {
    Trace.Metric metric = trace.metrics().get(index);
    MetricDescription words = new MetricDescription(metric.spec(), metric.current());
    say("Metric " + (index + 1), words.name() + ", target " + words.target() + ".");
    Trace.Proposal calculation = metric.calculation();
    if (calculation != null && calculation.watermark() != null) {
      say("", OptionSentences.of(calculation.watermark()));
    }
    if (metric.pods() != null) {
      say("", pods(new PodCounts(metric)) + ".");
      ResizeSentence.of(
              metric.pods(),
              words.resource(),
              PodSpread.isBase(RequestBase.ALLOCATED, trace.options()))
          .ifPresent(each -> say("", each));
    }
    if (metric.pods() != null) {
      OverheadSentence.of(metric.pods(), words.resource()).ifPresent(each -> say("", each));
    }
    int series = series(metric);
    if (metric.series() != null && series != 1) {
      say("", "The metric has " + series + " series.");
    }
    Trace.Failure failure = metric.failure();
    if (failure != null) {
      say("", "Failed: " + failure.message() + ".");
      sayChange(metric.change());
      return;
    }
    say("", MeasuredSentence.of(metric, words, requireNonNull(trace.replicas()).observed()));
    PodSpread.of(trace, metric).ifPresent(each -> say("", each.sentence()));
    proposal(metric, words, requireNonNull(metric.calculation()));
    sayChange(metric.change());
    if (metric.forecast() != null) {
      ForecastSentences.of(metric.forecast(), words.loadUnit()).forEach(each -> say("", each));
    }
  }

  private void sayChange(Trace.@Nullable Change change) {
    if (change != null) {
      say("", OptionSentences.of(change));
    }
  }

  private static int series(Trace.Metric metric) {
    return (metric.series() == null ? 0 : metric.series().size())
        + (metric.omittedSeries() == null ? 0 : metric.omittedSeries());
  }

  private static String pods(PodCounts counts) {
    String known =
        count(counts.pods(), "pod")
            + ": "
            + counts.byClassification().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().words())
                .collect(Collectors.joining(", "));
    int unmatched = counts.unmatched();
    return unmatched == 0
        ? known
        : known + "; " + count(unmatched, "more value") + " of pods that no longer exist or match";
  }

  private void proposal(Trace.Metric metric, MetricDescription words, Trace.Proposal how) {
    if (!words.hasNoAverage()) {
      String compared =
          how.percentile() == null ? "Usage" : "The " + how.percentile() + " of the pods";
      say("", place(how, how.ratio(), compared + " ÷ target is "));
    }
    Double filled = how.filledRatio();
    if (filled != null) {
      say("", filling(metric, words, how));
      say("", place(how, filled, "The ratio is then "));
    }
    double last = filled == null ? how.ratio() : filled;
    boolean isOfReadyPods = metric.pods() == null && how.rule() == Calculation.Rule.FOLLOWS_RATIO;
    say("", isOfReadyPods ? ofReadyPods(how) : outcome(how, last));
    if (!isOfReadyPods) {
      oneFewer(words, how, last);
    }
  }

  /** Why the replicas stay although the load is below the target. */
  private void oneFewer(MetricDescription words, Trace.Proposal how, double ratio) {
    Trace.Replicas found = requireNonNull(trace.replicas());
    boolean isOfTotal = how.rule() == Calculation.Rule.SHARES_OF_TOTAL;
    boolean isRoundedUp = isOfTotal || how.rule() == Calculation.Rule.FOLLOWS_RATIO;
    if (!isRoundedUp
        || how.watermark() != null
        || ratio >= how.band().from()
        || how.replicas() < 2
        || how.replicas() != found.current()) {
      return;
    }
    double target = words.isPercent() ? words.targetNumber() : 100;
    double share =
        ratio * target * (isOfTotal ? found.observed() : how.pods()) / (how.replicas() - 1);
    say(
        "",
        "One pod fewer would have %s %%%s, above %s %%."
            .formatted(
                Math.round(share) > target
                    ? String.valueOf(Math.round(share))
                    : String.format(Locale.ROOT, "%.3f", share),
                words.isPercent() ? "" : " of the target",
                Math.round(target)));
  }

  /** A Value is scaled by the pods that are running and ready. */
  private String ofReadyPods(Trace.Proposal how) {
    int all = requireNonNull(trace.pods()).count();
    String ready =
        how.pods()
            + " of "
            + count(all, "pod")
            + (how.pods() == 1 ? " is" : " are")
            + " running and ready";
    if (how.pods() == 0) {
      return ready + ", so that the ratio of " + ratio(how.ratio()) + " proposes 0.";
    }
    return (how.pods() == all ? "" : ready + ". ") + outcome(how, how.ratio());
  }

  /**
   * @param before what precedes the ratio to a target
   */
  private static String place(Trace.Proposal how, double ratio, String before) {
    if (how.watermark() == null || how.rule() == Calculation.Rule.FROM_ZERO) {
      return before
          + ratio(ratio)
          + (how.watermark() == null ? ", " + place(ratio, how.band()) : "")
          + ".";
    }
    if (ratio > 1) {
      return "Usage ÷ high watermark is " + ratio(ratio) + ", above it.";
    }
    return ratio < 1
        ? "Usage ÷ low watermark is " + ratio(ratio) + ", below it."
        : "Usage is between the watermarks.";
  }

  private static String place(double ratio, Trace.Band band) {
    boolean within = band.from() <= ratio && ratio <= band.to();
    return (within ? "within the tolerance of " : "outside the tolerance of ")
        + ratio(band.from())
        + " to "
        + ratio(band.to());
  }

  private String filling(Trace.Metric metric, MetricDescription words, Trace.Proposal how) {
    PodCounts pods = new PodCounts(metric);
    boolean isAbove = how.ratio() > 1;
    List<String> parts = new ArrayList<>();
    int missing = pods.filled(PodClassification.Group.MISSING);
    if (missing > 0) {
      parts.add(
          count(missing, "pod")
              + " without a value "
              + (missing == 1 ? "is" : "are")
              + " assumed to use "
              + (isAbove ? "0" : full(words, how, missing)));
    }
    int unready = pods.filled(PodClassification.Group.UNREADY);
    if (unready > 0) {
      parts.add(
          count(unready, "unready pod") + (unready == 1 ? " is" : " are") + " assumed to use 0");
    }
    if (parts.isEmpty()) {
      return "The ratio is exactly 1, so no values are assumed.";
    }
    return "The ratio is "
        + (isAbove ? "above 1, so " : "below 1, so ")
        + String.join(", ", parts)
        + ".";
  }

  /** What a pod without a value is assumed to use if the ratio is below 1. */
  private String full(MetricDescription words, Trace.Proposal how, int pods) {
    String target = how.watermark() == null ? "the target" : "the low watermark";
    if (!words.isPercent()) {
      return target;
    }
    double percent =
        how.watermark() == null ? words.targetNumber() : how.watermark().low().approximateDouble();
    return "%d %% of %s %s"
        .formatted(
            (int) Math.max(100, percent),
            pods == 1 ? "its" : "their",
            PodSpread.isBase(RequestBase.LIMITS, trace.options()) ? "limit" : "request");
  }

  private String outcome(Trace.Proposal how, double ratio) {
    if (how.replicas() == Integer.MIN_VALUE || how.replicas() == Integer.MAX_VALUE) {
      return overflow(how);
    }
    String product = "ceil(%s × %s)".formatted(ratio(ratio), count(how.pods(), "pod"));
    return switch (how.rule()) {
      case FOLLOWS_RATIO -> "Proposed replicas: " + product + " = " + how.replicas() + ".";
      case WITHIN_TOLERANCE, FILLED_WITHIN_TOLERANCE -> unchanged(how);
      case FILLING_TURNS_RATIO -> "The direction is reversed. " + unchanged(how);
      case COUNT_AGAINST_RATIO ->
          product + " contradicts the direction of the ratio. " + unchanged(how);
      case FROM_ZERO ->
          "Proposed replicas from zero: ceil(" + ratio(ratio) + ") = " + how.replicas() + ".";
      case SHARES_OF_TOTAL -> "Proposed replicas: " + share(how) + " = " + how.replicas() + ".";
      case RATIO_OF_REQUESTED ->
          "Proposed replicas: ceil(%s × %s) = %d."
              .formatted(ratio(ratio), count(how.pods(), "requested replica"), how.replicas());
      case SUM_OF_PODS ->
          "Proposed replicas: ceil(sum of the ratios of the pods) = " + how.replicas() + ".";
    };
  }

  private static String share(Trace.Proposal how) {
    return "ceil(total ÷ " + (how.watermark() == null ? "target" : "watermark") + ")";
  }

  /** An average per replica within tolerance proposes the replicas of the status. */
  private String unchanged(Trace.Proposal how) {
    Trace.Replicas found = requireNonNull(trace.replicas());
    return how.replicas() == found.current()
        ? "Proposed replicas: no change, " + how.replicas() + "."
        : "Proposed replicas: the "
            + how.replicas()
            + " of the status, not the "
            + found.current()
            + " of the spec; the option rollout=Compensate prevents that.";
  }

  private static String overflow(Trace.Proposal how) {
    return how.replicas() == Integer.MAX_VALUE
        ? "Proposed replicas: more than 32 bits hold, so " + how.replicas() + "."
        : "Proposed replicas: the number does not fit 32 bits; kube-controller-manager on amd64"
            + " then proposes the smallest one, "
            + how.replicas()
            + ".";
  }

  private void recommendation() {
    Integer recommendation = trace.recommendation();
    if (trace.metrics().size() < 2 || recommendation == null) {
      return;
    }
    int chosen = -1;
    for (int i = 0; i < trace.metrics().size(); i++) {
      chosen = trace.metrics().get(i).chosen() ? i : chosen;
    }
    say(
        "All metrics",
        chosen < 0
            ? "The combined recommendation is " + recommendation + "."
            : "Metric " + (chosen + 1) + " gives the recommendation: " + recommendation + ".");
  }

  private void stabilization() {
    Trace.Stabilization stabilization = trace.stabilization();
    if (stabilization == null) {
      return;
    }
    String label = "Stabilization";
    for (Normalization.Window window : stabilization.windows()) {
      boolean up = window.direction() == Normalization.Direction.UP;
      if (window.length().isZero()) {
        continue;
      }
      say(
          label,
          "Scale-%s window of %s: the %s recommendation is %d."
              .formatted(
                  up ? "up" : "down",
                  GoDuration.format(window.length()),
                  up ? "lowest" : "highest",
                  window.bound()));
      label = "";
    }
    if (stabilization.effect() != Normalization.Stabilization.NONE) {
      say(
          label,
          "Result: %d instead of %d (%s)."
              .formatted(
                  stabilization.replicas(),
                  trace.recommendation(),
                  stabilization.effect().reason()));
    }
  }

  private void limits() {
    Trace.Limits limits = trace.limits();
    if (limits == null) {
      return;
    }
    String label = "Limits";
    Normalization.RateLimit rate = limits.rate();
    if (rate != null) {
      say(label, rate(rate));
      label = "";
    }
    if (limits.effect() != Normalization.Limit.NONE) {
      say(
          label,
          "Result: %d instead of %d (%s)."
              .formatted(
                  limits.replicas(),
                  requireNonNull(trace.stabilization()).replicas(),
                  limits.effect().reason()));
    }
    if (!trace.adjustment().sentence().isEmpty()) {
      say("", trace.adjustment().sentence());
    }
  }

  private static String rate(Normalization.RateLimit rate) {
    boolean up = rate.direction() == Normalization.Direction.UP;
    String bound = up ? "at most " : "at least ";
    if (rate.selectPolicy().equals("Disabled")) {
      return "Scaling " + (up ? "up" : "down") + " is disabled.";
    }
    if (rate.policies().isEmpty()) {
      return "A scale-up may double the replicas or reach 4: " + bound + rate.allowed() + ".";
    }
    String policies =
        rate.policies().stream()
            .map(
                limit ->
                    "%s %d per %d s from %d: %d"
                        .formatted(
                            limit.policy().type(),
                            limit.policy().value(),
                            limit.policy().periodSeconds(),
                            limit.periodStart(),
                            limit.allowed()))
            .collect(Collectors.joining("; "));
    return policies + "; " + rate.selectPolicy() + " of these: " + bound + rate.allowed() + ".";
  }

  private void result() {
    Trace.Result result = trace.result();
    say(
        "Result",
        TraceJson.word(result.outcome())
            + (result.reason().isEmpty() ? "" : ", " + result.reason())
            + (result.message().isEmpty() ? "" : ": " + result.message())
            + ".");
    Trace.Replicas found = trace.replicas();
    Integer recommendation = trace.recommendation();
    if (found != null
        && recommendation != null
        && found.current() == found.max()
        && recommendation == found.max()
        && result.outcome() != Trace.Outcome.LIMITED) {
      say("", "The replicas are at maxReplicas and not limited: no more are recommended.");
    }
  }

  /**
   * @param label the title of a new step; empty to continue the last one
   */
  private void say(String label, String sentence) {
    if (!label.isEmpty() || titles.isEmpty()) {
      titles.add(label);
      sentences.add(new ArrayList<>());
    }
    String line = SafeText.line(sentence);
    length += line.length();
    sentences.getLast().add(line);
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** The ratio with three decimals; none if they are zero. */
  static String ratio(double ratio) {
    String text = String.format(Locale.ROOT, "%.3f", ratio);
    return text.endsWith(".000") ? text.substring(0, text.length() - 4) : text;
  }
}
