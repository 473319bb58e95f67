package dev.hpa.explanation;

import dev.hpa.api.Timestamps;
import dev.hpa.core.Trace;
import dev.hpa.core.options.OptionValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats what a trace says about options as sentences. */
final class OptionSentences {

  private OptionSentences() {}

  /** The options that apply, one sentence or more each; empty without options. */
  static List<String> of(Trace.@Nullable Applied options) {
    if (options == null) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    for (Trace.Applied.Value each : options.values()) {
      sentences.add(each.key() + " is " + each.value() + ", set by " + origin(each.origin()) + ".");
    }
    options.problems().forEach(problem -> sentences.add("Ignored: " + problem + "."));
    if (options.schedules() != null) {
      sentences.addAll(of(options.schedules()));
    }
    if (options.rollout() != null) {
      sentences.add("The target rolls out: " + options.rollout() + ".");
    }
    if (options.drain() != null) {
      sentences.add("A node is drained: " + options.drain() + ".");
    }
    if (!options.outages().isEmpty()) {
      sentences.add(
          "Metrics providers with an outage: " + String.join(", ", options.outages()) + ".");
    }
    if (!options.firstDeleted().isEmpty()) {
      sentences.add("Deleted first: " + String.join(", ", options.firstDeleted()) + ".");
    }
    return sentences;
  }

  private static String origin(OptionValue.Origin origin) {
    return switch (origin) {
      case AUTOSCALER -> "the HPA";
      case NAMESPACE -> "the namespace";
      case FLAG -> "--default-option";
      case SPEC -> "its spec";
    };
  }

  private static List<String> of(Trace.Applied.Scheduled schedules) {
    List<String> active = schedules.active();
    String until =
        schedules.until() == null ? "." : " until " + Timestamps.format(schedules.until()) + ".";
    if (active.isEmpty()) {
      return List.of("No schedule is active" + until);
    }
    List<String> sentences = new ArrayList<>();
    sentences.add("Active schedules: " + String.join(", ", active) + until);
    sentences.add(
        "The spec has minReplicas "
            + schedules.specMin()
            + ", maxReplicas "
            + schedules.specMax()
            + ".");
    if (schedules.wantedMin() != null) {
      sentences.add("The minimum " + schedules.wantedMin() + " is lowered to the maximum.");
    }
    return sentences;
  }

  /** The thresholds of a metric. */
  static String of(Trace.Thresholds watermark) {
    return "Watermarks replace the target: low "
        + watermark.low()
        + ", high "
        + watermark.high()
        + ".";
  }

  /** How an option changes a proposal. */
  static String of(Trace.Change change) {
    return change.rule().sentence() + change.replicas() + ".";
  }
}
