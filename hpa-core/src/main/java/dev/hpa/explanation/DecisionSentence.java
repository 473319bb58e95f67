package dev.hpa.explanation;

import static dev.hpa.explanation.TraceText.count;

import dev.hpa.api.GoDuration;
import dev.hpa.api.SafeText;
import dev.hpa.core.Trace;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.options.Mode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a decision has its result, in one line: the metric that determines it, and what changed its
 * recommendation. {@link TraceText} has all steps.
 */
public final class DecisionSentence {

  private DecisionSentence() {}

  /** The line, without a full stop, such as {@code cpu 87 % is above 60 %: 9 replicas}. */
  public static String of(Trace trace) {
    return SafeText.line(line(trace));
  }

  private static String line(Trace trace) {
    Trace.Replicas found = trace.replicas();
    if (found == null) {
      return "the scale could not be read: " + trace.result().message();
    }
    return switch (trace.plan()) {
      case CLAMP ->
          found.current() > found.max()
              ? "more replicas than maxReplicas " + found.max()
              : "fewer replicas than minReplicas " + found.min();
      case DISABLED -> "scaled to zero by another writer, which disables scaling";
      case UNSELECTABLE, DELETED, UNREADABLE -> trace.result().message();
      case MEASURE -> measured(trace, found);
    };
  }

  private static String measured(Trace trace, Trace.Replicas found) {
    Integer recommendation = trace.recommendation();
    if (recommendation == null) {
      return failed(trace);
    }
    List<String> parts = new ArrayList<>();
    parts.add("%s: %s".formatted(metric(trace, found.current()), count(recommendation, "replica")));
    Trace.Stabilization stabilization = trace.stabilization();
    if (stabilization != null) {
      add(parts, stabilized(stabilization));
    }
    Trace.Limits limits = trace.limits();
    if (limits != null) {
      add(parts, limited(limits, found));
    }
    add(parts, trace.adjustment().phrase());
    Trace.Applied options = trace.options();
    if (options != null) {
      add(parts, withheld(options.mode()));
    }
    if (options != null && options.schedules() != null) {
      List<String> active = options.schedules().active();
      if (!active.isEmpty()) {
        parts.add("bounds of the schedule " + String.join(", ", active));
      }
    }
    trace.metrics().stream()
        .filter(each -> each.failure() != null)
        .findFirst()
        .ifPresent(each -> parts.add(name(each) + " failed"));
    return String.join("; ", parts);
  }

  private static void add(List<String> parts, String part) {
    if (!part.isEmpty()) {
      parts.add(part);
    }
  }

  private static String failed(Trace trace) {
    for (Trace.Metric each : trace.metrics()) {
      if (each.failure() != null) {
        return name(each) + " has no value: " + each.failure().message();
      }
    }
    return trace.result().message();
  }

  private static String name(Trace.Metric metric) {
    return new MetricDescription(metric.spec(), metric.current()).shortName();
  }

  private static String metric(Trace trace, int current) {
    Trace.Metric metric = chosen(trace.metrics());
    if (metric == null) {
      return "all metrics together";
    }
    MetricDescription words = new MetricDescription(metric.spec(), metric.current());
    Trace.Proposal how = metric.calculation();
    if (how == null) {
      return words.shortName() + " has no value, so the fallback applies";
    }
    Trace.Forecast forecast = metric.forecast();
    if (forecast != null && forecast.raises()) {
      return "forecast of " + words.shortName();
    }
    Trace.Thresholds watermark = how.watermark();
    String place =
        watermark == null
            ? place(how, words.shortTarget(), current)
            : place(how.ratio(), watermark);
    return (how.percentile() == null
            ? words.shortName() + " " + words.shortCurrent()
            : how.percentile() + " of " + words.shortName())
        + " is "
        + place;
  }

  private static String place(Trace.Proposal how, String target, int current) {
    if (how.ratio() > how.band().to()) {
      return "above " + target + contradicted(how.replicas() <= current, how);
    }
    if (how.ratio() < how.band().from()) {
      return "below " + target + contradicted(how.replicas() >= current, how);
    }
    return "within the tolerance of " + target;
  }

  /** Pods without a value can take the measured direction away. */
  private static String contradicted(boolean isOpposed, Trace.Proposal how) {
    return isOpposed && how.filledRatio() != null
        ? ", but not with the pods that are unready or have no value"
        : "";
  }

  private static String place(double ratio, Trace.Thresholds watermark) {
    if (ratio > 1) {
      return "above the high watermark " + watermark.high();
    }
    return ratio < 1 ? "below the low watermark " + watermark.low() : "between the watermarks";
  }

  private static Trace.@Nullable Metric chosen(List<Trace.Metric> metrics) {
    return metrics.stream().filter(Trace.Metric::chosen).findFirst().orElse(null);
  }

  private static String stabilized(Trace.Stabilization stabilization) {
    if (stabilization.effect() == Normalization.Stabilization.NONE) {
      return "";
    }
    boolean isDown = stabilization.effect() == Normalization.Stabilization.DOWN;
    return stabilization.windows().stream()
        .filter(
            each ->
                each.direction()
                    == (isDown ? Normalization.Direction.DOWN : Normalization.Direction.UP))
        .findFirst()
        .map(
            each ->
                "the %s recommendation in the %s of the scale-%s window is %d"
                    .formatted(
                        isDown ? "highest" : "lowest",
                        GoDuration.format(each.length()),
                        isDown ? "down" : "up",
                        stabilization.replicas()))
        .orElse("stabilized at " + stabilization.replicas());
  }

  private static String limited(Trace.Limits limits, Trace.Replicas found) {
    return switch (limits.effect()) {
      case NONE -> "";
      case MAXIMUM -> "maxReplicas is " + found.max();
      case MINIMUM -> "minReplicas is " + found.min();
      case SCALE_UP, SCALE_DOWN -> rate(limits);
    };
  }

  private static String rate(Trace.Limits limits) {
    Normalization.RateLimit rate = limits.rate();
    if (rate == null) {
      return "";
    }
    boolean isUp = rate.direction() == Normalization.Direction.UP;
    if (rate.selectPolicy().equals("Disabled")) {
      return "scaling " + (isUp ? "up" : "down") + " is disabled";
    }
    String by =
        rate.policies().stream()
            .filter(each -> each.allowed() == rate.allowed())
            .findFirst()
            .map(
                each ->
                    "the policy of %d %s in %d s"
                        .formatted(
                            each.policy().value(),
                            each.policy().type(),
                            each.policy().periodSeconds()))
            .orElse("a scale-up");
    return by + " allows " + (isUp ? "at most " : "at least ") + rate.allowed();
  }

  private static String withheld(Mode mode) {
    return switch (mode) {
      case DRY_RUN -> "not written, because the mode is DryRun";
      case ACTIVE, PAUSED, SCALE_UP_ONLY -> "";
    };
  }
}
