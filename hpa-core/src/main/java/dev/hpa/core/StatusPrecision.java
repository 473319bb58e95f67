package dev.hpa.core;

import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code status-precision}: whether a status is written although only values of metrics
 * have changed. The values of the status that was written last are the base, so that small changes
 * in one direction add up.
 */
final class StatusPrecision {

  private static final MetricValueStatus NO_VALUE = new MetricValueStatus(null, null, null);

  private StatusPrecision() {}

  /**
   * Whether a status has to be written.
   *
   * @param written the status that was written last
   * @param status the new status
   * @param percent the change of a value, in percent of the written one, up to which it is not
   *     written; 0 to write every change
   */
  static boolean asksForWrite(HpaStatus written, HpaStatus status, double percent) {
    if (status.semanticallyEquals(written)) {
      return false;
    }
    return percent <= 0
        || !withMetricsOf(written, status).semanticallyEquals(written)
        || differ(written.currentMetricsOrEmpty(), status.currentMetricsOrEmpty(), percent);
  }

  private static HpaStatus withMetricsOf(HpaStatus other, HpaStatus status) {
    return new HpaStatus(
        status.observedGeneration(),
        status.lastScaleTime(),
        status.currentReplicas(),
        status.desiredReplicas(),
        other.currentMetrics(),
        status.conditions());
  }

  private static boolean differ(
      List<MetricStatus> before, List<MetricStatus> after, double percent) {
    if (before.size() != after.size()) {
      return true;
    }
    for (int i = 0; i < after.size(); i++) {
      MetricValueStatus one = value(before.get(i));
      MetricValueStatus other = value(after.get(i));
      if (!sameMetric(before.get(i), after.get(i))
          || differ(one.value(), other.value(), percent)
          || differ(one.averageValue(), other.averageValue(), percent)
          || differ(one.averageUtilization(), other.averageUtilization(), percent)) {
        return true;
      }
    }
    return false;
  }

  private static MetricValueStatus value(MetricStatus metric) {
    if (metric.resource() != null) {
      return metric.resource().current();
    }
    if (metric.containerResource() != null) {
      return metric.containerResource().current();
    }
    if (metric.pods() != null) {
      return metric.pods().current();
    }
    if (metric.object() != null) {
      return metric.object().current();
    }
    return metric.external() == null ? NO_VALUE : metric.external().current();
  }

  /** Whether two statuses are equal but for their values. */
  private static boolean sameMetric(MetricStatus one, MetricStatus other) {
    return withoutValue(one).equals(withoutValue(other));
  }

  private static MetricStatus withoutValue(MetricStatus metric) {
    if (metric.resource() != null) {
      return MetricStatus.of(new MetricStatus.ResourceStatus(metric.resource().name(), NO_VALUE));
    }
    if (metric.containerResource() != null) {
      return MetricStatus.of(
          new MetricStatus.ContainerResourceStatus(
              metric.containerResource().name(), NO_VALUE, metric.containerResource().container()));
    }
    if (metric.pods() != null) {
      return MetricStatus.of(new MetricStatus.PodsStatus(metric.pods().metric(), NO_VALUE));
    }
    if (metric.object() != null) {
      return MetricStatus.of(
          new MetricStatus.ObjectStatus(
              metric.object().metric(), NO_VALUE, metric.object().describedObject()));
    }
    return metric.external() == null
        ? metric
        : MetricStatus.of(new MetricStatus.ExternalStatus(metric.external().metric(), NO_VALUE));
  }

  private static boolean differ(
      @Nullable Quantity before, @Nullable Quantity after, double percent) {
    if (before == null || after == null) {
      return before != null || after != null;
    }
    return !before.equals(after)
        && isMoreThan(percent, before.approximateDouble(), after.approximateDouble());
  }

  private static boolean differ(@Nullable Integer before, @Nullable Integer after, double percent) {
    if (before == null || after == null) {
      return before != null || after != null;
    }
    return isMoreThan(percent, before, after);
  }

  private static boolean isMoreThan(double percent, double before, double after) {
    return Math.abs(after - before) * 100 > percent * Math.abs(before);
  }
}
