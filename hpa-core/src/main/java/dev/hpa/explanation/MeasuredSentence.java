package dev.hpa.explanation;

import dev.hpa.api.Quantity;
import dev.hpa.core.Trace;
import dev.hpa.core.replicas.Calculation;
import java.util.List;

/** The sentence about the measured value of one metric. */
final class MeasuredSentence {

  private MeasuredSentence() {}

  /**
   * The sentence.
   *
   * @param replicas the replicas of the status, which an average of a total is over
   */
  static String of(Trace.Metric metric, MetricDescription words, int replicas) {
    List<Quantity> series = metric.series();
    boolean hasNoAverage =
        words.hasNoAverage()
            || (replicas == 0
                && metric.calculation() != null
                && metric.calculation().rule() == Calculation.Rule.SHARES_OF_TOTAL);
    return "Measured: "
        + (series != null && metric.omittedSeries() == null && (hasNoAverage || words.isOverflow())
            ? total(series, hasNoAverage)
            : words.current())
        + ".";
  }

  private static String total(List<Quantity> series, boolean hasNoAverage) {
    String total = series.stream().reduce(Quantity.ZERO, Quantity::plus) + " in total";
    if (hasNoAverage) {
      return total + "; no average, because the status has 0 replicas";
    }
    return total
        + (series.stream().anyMatch(each -> each.signum() < 0)
            ? "; the sum is negative, which counts as an overflow"
            : "; the sum does not fit 64 bits, which counts as an overflow");
  }
}
