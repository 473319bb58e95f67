package dev.hpa.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one metric the oldest versions have fields for: the CPU the pods use, in percent of what they
 * request. A target counts as one if it has a utilization, whatever its type says and whatever else
 * is set.
 */
public final class CpuUtilization {

  private static final String CPU = "cpu";

  private CpuUtilization() {}

  /** The metric with this target in percent. */
  public static MetricSpec metric(int percent) {
    return MetricSpec.of(new MetricSpec.ResourceMetric(CPU, MetricTarget.utilization(percent)));
  }

  /** The reading of this many percent, without the raw value. */
  public static MetricStatus reading(int percent) {
    return MetricStatus.of(
        new MetricStatus.ResourceStatus(
            CPU, new MetricStatus.MetricValueStatus(null, null, percent)));
  }

  /** The percentage if the metric is a CPU utilization. */
  public static @Nullable Integer of(MetricSpec metric) {
    MetricSpec.ResourceMetric resource = metric.resource();
    return metric.type().equals(MetricSpec.RESOURCE)
            && resource != null
            && resource.name().equals(CPU)
        ? resource.target().averageUtilization()
        : null;
  }

  /** The percentage of the first CPU utilization. */
  public static @Nullable Integer first(List<MetricSpec> metrics) {
    for (MetricSpec metric : metrics) {
      Integer percent = of(metric);
      if (percent != null) {
        return percent;
      }
    }
    return null;
  }

  /** The percentage of the last reading of a CPU utilization. */
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
