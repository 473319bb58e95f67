package dev.hpa.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of CPU utilization targets, for which autoscaling/v1 and extensions/v1beta1 have
 * fields. A Resource metric for {@code cpu} with {@code averageUtilization} counts as one,
 * regardless of its target type and other fields.
 */
public final class CpuUtilization {

  private static final String CPU = "cpu";

  private CpuUtilization() {}

  /** A Resource metric with a CPU utilization target in percent of the requests. */
  public static MetricSpec metric(int percent) {
    return MetricSpec.of(new MetricSpec.ResourceMetric(CPU, MetricTarget.utilization(percent)));
  }

  /** The metric status of a CPU utilization in percent, without the raw value. */
  public static MetricStatus reading(int percent) {
    return MetricStatus.of(
        new MetricStatus.ResourceStatus(
            CPU, new MetricStatus.MetricValueStatus(null, null, percent)));
  }

  /** The target in percent; null if the metric is not a CPU utilization target. */
  public static @Nullable Integer of(MetricSpec metric) {
    MetricSpec.ResourceMetric resource = metric.resource();
    return metric.type().equals(MetricSpec.RESOURCE)
            && resource != null
            && resource.name().equals(CPU)
        ? resource.target().averageUtilization()
        : null;
  }

  /** The target of the first CPU utilization metric in percent; null if there is none. */
  public static @Nullable Integer first(List<MetricSpec> metrics) {
    for (MetricSpec metric : metrics) {
      Integer percent = of(metric);
      if (percent != null) {
        return percent;
      }
    }
    return null;
  }

  /** The value of the last CPU utilization status in percent; null if there is none. */
  public static @Nullable Integer last(List<MetricStatus> readings) {
    for (MetricStatus reading : readings.reversed()) {
      MetricStatus.ResourceStatus resource = reading.resource();
      if (reading.type().equals(MetricSpec.RESOURCE)
          && resource != null
          && resource.name().equals(CPU)
          && resource.current().averageUtilization() != null) {
        return resource.current().averageUtilization();
      }
    }
    return null;
  }
}
