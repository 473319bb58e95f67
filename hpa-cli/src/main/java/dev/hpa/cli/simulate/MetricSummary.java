package dev.hpa.cli.simulate;

import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Describes the source of a metric's values in one line. */
final class MetricSummary {

  private final Demand demand;
  private final @Nullable QueueingModel queueing;

  MetricSummary(Demand demand, @Nullable QueueingModel queueing) {
    this.demand = demand;
    this.queueing = queueing;
  }

  String of(MetricSpec metric) {
    if (metric.resource() != null) {
      String name = metric.resource().name();
      return line("Resource " + name, metric.resource().target(), resource(name));
    }
    if (metric.containerResource() != null) {
      String name = metric.containerResource().name();
      return line(
          "ContainerResource " + name + " of " + metric.containerResource().container(),
          metric.containerResource().target(),
          resource(name) + ", divided among containers by request");
    }
    if (metric.pods() != null) {
      String name = metric.pods().metric().name();
      return line("Pods " + name, metric.pods().target(), source(name) + " ÷ ready pods");
    }
    if (metric.object() != null) {
      String name = metric.object().metric().name();
      return line("Object " + name, metric.object().target(), whole(name));
    }
    if (metric.external() != null) {
      String name = metric.external().metric().name();
      return line("External " + name, metric.external().target(), whole(name));
    }
    return metric.type();
  }

  private static String line(String metric, MetricTarget target, String shows) {
    return metric + " at " + target(target) + " ← " + shows;
  }

  private static String target(MetricTarget target) {
    if (target.averageUtilization() != null) {
      return target.averageUtilization() + " % of requests";
    }
    return target.averageValue() != null
        ? target.averageValue() + " per pod"
        : String.valueOf(target.value());
  }

  private String whole(String metric) {
    return queueing != null && queueing.drives(metric)
        ? "90th percentile of the latency in seconds"
        : source(metric);
  }

  private String source(String metric) {
    return demand.ofMetrics().containsKey(metric)
        ? demand.ofMetrics().get(metric).name()
        : "demand";
  }

  private String resource(String name) {
    return switch (name) {
      case Demand.CPU ->
          times(name, demand.coresPerUnitOrOne(), "cores") + ", shared by ready pods";
      case Demand.MEMORY ->
          demand.drivesMemory()
              ? times(name, demand.bytesPerUnitOrOne(), "bytes") + ", shared by ready pods"
              : "always 60 % of the pod's request (64Mi without one)";
      default -> "nothing: the simulated pods report cpu and memory only";
    };
  }

  private String times(String resource, double factor, String unit) {
    return demand.ofMetrics().containsKey(resource) || factor == 1
        ? source(resource) + " in " + unit
        : "demand × " + number(factor) + " " + unit;
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
