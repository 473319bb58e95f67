package dev.hpa.core;

import dev.hpa.core.options.Watermark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reasons of rescale events of metrics that may have watermarks in place of a target. */
final class WatermarkText {

  private WatermarkText() {}

  /** What follows the description of the metric that causes a scale-up. */
  static String above(MetricOutcome.@Nullable Proposal best) {
    Watermark watermark = best == null ? null : watermark(best);
    return watermark == null ? " above target" : " above high watermark " + watermark.high();
  }

  /** The reason of a scale-down. */
  static String allBelow(List<MetricOutcome> outcomes) {
    return outcomes.stream().allMatch(each -> watermark(each) == null)
        ? "All metrics below target"
        : outcomes.size() == 1
            ? "All metrics below low watermark"
            : "All metrics below target or low watermark";
  }

  private static @Nullable Watermark watermark(MetricOutcome outcome) {
    return switch (outcome) {
      case MetricOutcome.Proposed proposed -> proposed.how().watermark();
      case MetricOutcome.Adjusted adjusted -> adjusted.metric().how().watermark();
      case MetricOutcome.Raised raised -> watermark(raised.metric());
      case MetricOutcome.FallenBack fallback -> null;
      case MetricOutcome.Failed failed -> null;
    };
  }
}
