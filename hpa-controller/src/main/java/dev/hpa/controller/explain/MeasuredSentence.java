package dev.hpa.controller.explain;

import dev.hpa.api.Quantity;
import dev.hpa.core.Trace;
import java.util.List;

/** The sentence about the measured value of one metric. */
final class MeasuredSentence {

  private MeasuredSentence() {}

  static String of(Trace.Metric metric, MetricDescription words) {
    List<Quantity> series = metric.series();
    return "Measured: "
        + (series != null
                && metric.omittedSeries() == null
                && (words.hasNoAverage() || words.isOverflow())
            ? total(series, words)
            : words.current())
        + ".";
  }

  private static String total(List<Quantity> series, MetricDescription words) {
    String total = series.stream().reduce(Quantity.ZERO, Quantity::plus) + " in total";
    if (words.hasNoAverage()) {
      return total + "; no average, because the status has 0 replicas";
    }
    return total
        + (series.stream().anyMatch(each -> each.signum() < 0)
            ? "; the sum is negative, which counts as an overflow"
            : "; the sum does not fit 64 bits, which counts as an overflow");
  }
}
