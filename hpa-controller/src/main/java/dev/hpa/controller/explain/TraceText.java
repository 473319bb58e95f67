package dev.hpa.controller.explain;

import static java.util.Objects.requireNonNull;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Timestamps;
import dev.hpa.controller.log.SafeText;
import dev.hpa.core.Normalization;
import dev.hpa.core.PodClassification;
import dev.hpa.core.Reasoning;
import dev.hpa.core.Trace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A trace told in sentences, so that a reader can follow every number with a pencil. */
public final class TraceText {

  private static final int LABEL = 15;

  private final Trace trace;
  private final StringBuilder text = new StringBuilder();

  private TraceText(Trace trace) {
    this.trace = trace;
  }

  /** The explanation, several lines, each ended. */
  public static String of(Trace trace) {
    TraceText told = new TraceText(trace);
    told.headline();
    told.found();
    for (int i = 0; i < trace.metrics().size(); i++) {
      told.metric(i);
    }
    told.together();
    told.stabilization();
    told.limits();
    told.result();
    return told.text.toString();
  }

  private void headline() {
    text.append(SafeText.line(trace.hpa()))
        .append(" at ")
        .append(Timestamps.format(trace.at()))
        .append(": ")
        .append(change())
        .append('\n');
  }

  private String change() {
    Trace.Replicas found = trace.replicas();
    Integer wanted = trace.result().replicas();
    if (found == null) {
      return "nothing can be decided";
    }
    if (wanted == null) {
      return count(found.current(), "replica") + " stay, because something failed";
    }
    return wanted == found.current()
        ? count(wanted, "replica") + (wanted == 1 ? " stays" : " stay")
        : "from " + found.current() + " to " + count(wanted, "replica");
  }

  private void found() {
    Trace.Replicas replicas = trace.replicas();
    if (replicas == null) {
      return;
    }
    say(
        "Found",
        "%s/%s has %s, %d observed; allowed are %d to %d."
            .formatted(
                trace.target().kind(),
                trace.target().name(),
                count(replicas.current(), "replica"),
                replicas.observed(),
                replicas.min(),
                replicas.max()));
    switch (trace.plan()) {
      case CLAMP -> say("", "That is outside the bounds; the metrics are not asked.");
      case DISABLED ->
          say("", "Zero replicas that this autoscaler did not set: nothing is measured.");
      case MEASURE, UNSELECTABLE, UNREADABLE -> {}
    }
    Trace.PodSet pods = trace.pods();
    if (pods != null) {
      say(
          "",
          count(pods.count(), "pod")
              + (pods.count() == 1 ? " matches " : " match ")
              + pods.selector()
              + ".");
      if (pods.owners().size() > 1) {
        say("", "They belong to several autoscalers: " + String.join(", ", pods.owners()) + ".");
      }
    }
  }

  private void metric(int index) {
    Trace.Metric metric = trace.metrics().get(index);
    MetricDescription words = new MetricDescription(metric.spec(), metric.current());
    say("Metric " + (index + 1), words.name() + ", target " + words.target() + ".");
    if (metric.pods() != null) {
      say("", pods(metric.pods()) + ".");
    }
    if (metric.series() != null && metric.series().size() != 1) {
      say("", "The source gives " + metric.series().size() + " series.");
    }
    Trace.Failure failure = metric.failure();
    if (failure != null) {
      say("", "It has no proposal: " + failure.message() + ".");
      return;
    }
    say("", "Measured: " + words.current() + ".");
    proposal(metric, requireNonNull(metric.calculation()));
  }

  private static String pods(List<Trace.PodPart> pods) {
    Map<PodClassification, Integer> counts = new EnumMap<>(PodClassification.class);
    pods.forEach(pod -> counts.merge(pod.standing(), 1, Integer::sum));
    return "Of "
        + count(pods.size(), "pod")
        + ": "
        + counts.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().words())
            .collect(Collectors.joining(", "));
  }

  private void proposal(Trace.Metric metric, Trace.Proposal how) {
    say(
        "",
        "Usage ÷ target is " + ratio(how.ratio()) + ", " + place(how.ratio(), how.band()) + ".");
    Double filled = how.filledRatio();
    if (filled != null) {
      say("", filling(requireNonNull(metric.pods()), how.ratio()));
      say("", "With that the ratio is " + ratio(filled) + ", " + place(filled, how.band()) + ".");
    }
    say("", outcome(how, filled == null ? how.ratio() : filled));
  }

  private static String place(double ratio, Trace.Band band) {
    boolean within = band.from() <= ratio && ratio <= band.to();
    return (within ? "within the tolerance of " : "outside the tolerance of ")
        + ratio(band.from())
        + " to "
        + ratio(band.to());
  }

  private static String filling(List<Trace.PodPart> pods, double first) {
    List<String> parts = new ArrayList<>();
    int missing = filled(pods, PodClassification.Group.MISSING);
    if (missing > 0) {
      parts.add(
          count(missing, "pod")
              + " without a value "
              + (missing == 1 ? "counts" : "count")
              + (first > 1 ? " with nothing" : " with a full target"));
    }
    int unready = filled(pods, PodClassification.Group.UNREADY);
    if (unready > 0) {
      parts.add(
          count(unready, "unready pod") + (unready == 1 ? " counts" : " count") + " with nothing");
    }
    if (parts.isEmpty()) {
      return "At exactly 1 nothing is filled in.";
    }
    return "As it points " + (first > 1 ? "up, " : "down, ") + String.join(", ", parts) + ".";
  }

  private static int filled(List<Trace.PodPart> pods, PodClassification.Group group) {
    return (int) pods.stream().filter(p -> p.group() == group && p.filledWith() != null).count();
  }

  private static String outcome(Trace.Proposal how, double ratio) {
    String product = "ceil(%s × %s)".formatted(ratio(ratio), count(how.pods(), "pod"));
    return switch (how.rule()) {
      case FOLLOWS_RATIO -> "It asks for " + product + " = " + how.replicas() + ".";
      case WITHIN_TOLERANCE, FILLED_WITHIN_TOLERANCE ->
          "It asks for no change: " + how.replicas() + ".";
      case FILLING_TURNS_RATIO ->
          "That points the other way, so it asks for no change: " + how.replicas() + ".";
      case COUNT_AGAINST_RATIO ->
          product
              + " lies on the other side of the current replicas than the ratio, so it asks for no"
              + " change: "
              + how.replicas()
              + ".";
      case FROM_ZERO ->
          "From zero it asks for ceil(" + ratio(ratio) + ") = " + how.replicas() + ".";
      case SHARES_OF_TOTAL ->
          "It asks for ceil(total ÷ target) = " + how.replicas() + ", whatever the pods do.";
      case SUM_OF_PODS ->
          "The ratios of the pods added up and rounded up are " + how.replicas() + ".";
    };
  }

  private void together() {
    Integer recommendation = trace.recommendation();
    if (trace.metrics().size() < 2 || recommendation == null) {
      return;
    }
    int chosen = -1;
    for (int i = 0; i < trace.metrics().size(); i++) {
      chosen = trace.metrics().get(i).chosen() ? i : chosen;
    }
    say(
        "Together",
        chosen < 0
            ? "The metrics together ask for " + recommendation + "."
            : "Metric " + (chosen + 1) + " decides: " + recommendation + ".");
  }

  private void stabilization() {
    Trace.Stabilization stabilization = trace.stabilization();
    if (stabilization == null) {
      return;
    }
    String label = "Stabilization";
    for (Normalization.Window window : stabilization.windows()) {
      boolean up = window.holds() == Normalization.Direction.UP;
      if (window.length().isZero()) {
        continue;
      }
      say(
          label,
          "Window for scale-%s, %s: the %s recommendation in it is %d."
              .formatted(
                  up ? "ups" : "downs",
                  GoDuration.format(window.length()),
                  up ? "lowest" : "highest",
                  window.bound()));
      label = "";
    }
    if (stabilization.effect() != Normalization.Stabilization.NONE) {
      say(
          label,
          "So %d instead of %d (%s)."
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
          "So %d instead of %d (%s)."
              .formatted(
                  limits.replicas(),
                  requireNonNull(trace.stabilization()).replicas(),
                  limits.effect().reason()));
    }
    if (trace.turn() == Reasoning.Turn.RAISED_TO_MINIMUM) {
      say("", "Coming from zero, it goes to the minimum at once.");
    }
    if (trace.turn() == Reasoning.Turn.DELAYED) {
      say("", "The last change is too recent for another one.");
    }
  }

  private static String rate(Normalization.RateLimit rate) {
    boolean up = rate.direction() == Normalization.Direction.UP;
    String bound = up ? "at most " : "at least ";
    if (rate.selectPolicy().equals("Disabled")) {
      return "Scaling " + (up ? "up" : "down") + " is disabled.";
    }
    if (rate.policies().isEmpty()) {
      return "One step may double the replicas or reach 4: " + bound + rate.allowed() + ".";
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
  }

  private void say(String label, String sentence) {
    text.append("  ").append(label).append(" ".repeat(LABEL - label.length()));
    text.append(SafeText.line(sentence)).append('\n');
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** Three decimals tell any two ratios apart that matter to a reader. */
  static String ratio(double ratio) {
    String text = String.format(Locale.ROOT, "%.3f", ratio);
    return text.endsWith(".000") ? text.substring(0, text.length() - 4) : text;
  }
}
