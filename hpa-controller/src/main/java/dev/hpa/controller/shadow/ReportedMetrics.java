package dev.hpa.controller.shadow;

import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.Quantity;
import dev.hpa.core.MeasuredMetric;
import dev.hpa.core.Plan;
import dev.hpa.explanation.MetricDescription;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics in the status of an autoscaler: what the active controller measured.
 *
 * <p>The status has the exact value of an object or external metric, the average of a per-pod
 * metric, and the average of an external metric rounded up. So a value of an object or external
 * metric read a few milliseconds later is replaced by the reported one, and values of pods that
 * change from read to read are scaled to the reported average. CPU is sampled, so a second read
 * returns the same sample; scaling it would hide that the two controllers count different pods.
 */
record ReportedMetrics(List<MetricStatus> statuses) {

  /** Scaled values are whole milli-units, and so is their average. */
  private static final long ROUNDING = 2;

  /** Whether a decision that reports these metrics was made from the same readings. */
  boolean match(Plan plan, List<MetricStatus> others) {
    if (!(plan instanceof Plan.Measure measure)) {
      return true;
    }
    if (others.size() != statuses.size() || statuses.size() != measure.metrics().size()) {
      return false;
    }
    for (int i = 0; i < statuses.size(); i++) {
      long tolerated = isScaled(measure.metrics().get(i)) ? ROUNDING : 0;
      if (!isSame(statuses.get(i), others.get(i), tolerated)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(MetricStatus one, MetricStatus other, long tolerated) {
    if (!one.type().equals(other.type())) {
      return false;
    }
    Quantity here = amount(current(one));
    Quantity there = amount(current(other));
    if (here == null || there == null) {
      return Objects.equals(here, there);
    }
    return Math.abs(here.milliValue() - there.milliValue()) <= tolerated;
  }

  /**
   * Results that reproduce these metrics.
   *
   * @param metrics the metrics with their results as they were read
   * @param ours the metrics that these results give
   * @param statusReplicas the divisor of averages of totals
   * @param upper whether a total known only as an average is the largest possible one
   */
  List<MetricResult> aligned(
      List<MeasuredMetric> metrics, List<MetricStatus> ours, int statusReplicas, boolean upper) {
    boolean comparable = ours.size() == statuses.size() && statuses.size() == metrics.size();
    List<MetricResult> aligned = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      if (metrics.get(i) instanceof MeasuredMetric.Read(Plan.Queried metric, MetricResult result)) {
        aligned.add(
            !comparable
                ? result
                : isScaled(metric)
                    ? scaled(result, current(ours.get(i)), current(statuses.get(i)))
                    : total(result, current(statuses.get(i)), statusReplicas, upper));
      }
    }
    return aligned;
  }

  private static boolean isScaled(Plan.PlannedMetric metric) {
    return metric instanceof Plan.PodsMetric
        || (metric instanceof Plan.ResourceMetric resource
            && !resource.query().resource().equals("cpu"));
  }

  private static MetricResult scaled(
      MetricResult reading, MetricValueStatus ours, MetricValueStatus theirs) {
    Quantity here = ours.averageValue();
    Quantity there = theirs.averageValue();
    if (!(reading instanceof MetricReading.PodValues pods)
        || here == null
        || there == null
        || here.equals(there)
        || here.signum() == 0) {
      return reading;
    }
    double factor = (double) there.milliValue() / here.milliValue();
    return MetricReading.PodValues.of(
        pods.values().stream()
            .map(
                each ->
                    PodValue.of(
                        each.pod(),
                        each.timestamp(),
                        each.window(),
                        Math.round(each.milli() * factor)))
            .toList());
  }

  private static MetricResult total(
      MetricResult reading, MetricValueStatus theirs, int statusReplicas, boolean upper) {
    Quantity value = theirs.value();
    Quantity average = theirs.averageValue();
    if (value != null) {
      return withTotal(reading, value.milliValue(), value.milliValue(), upper);
    }
    if (average == null || statusReplicas <= 0) {
      return reading;
    }
    long most = average.milliValue() * statusReplicas;
    return withTotal(reading, most - statusReplicas + 1, most, upper);
  }

  private static MetricResult withTotal(
      MetricResult reading, long least, long most, boolean upper) {
    long total = upper ? most : least;
    return switch (reading) {
      case MetricReading.SingleValue single ->
          isWithin(single.milli(), least, most) ? single : MetricReading.SingleValue.of(total);
      case MetricReading.Series series ->
          isWithin(series.milli().stream().mapToLong(Long::longValue).sum(), least, most)
              ? series
              : MetricReading.Series.of(List.of(total));
      default -> reading;
    };
  }

  private static boolean isWithin(long value, long least, long most) {
    return value >= least && value <= most;
  }

  private static @Nullable Quantity amount(MetricValueStatus status) {
    return status.averageValue() == null ? status.value() : status.averageValue();
  }

  /** The numbers of an entry, whatever its type is. */
  static MetricValueStatus current(MetricStatus status) {
    return Objects.requireNonNullElse(
        MetricDescription.value(status), new MetricValueStatus(null, null, null));
  }
}
