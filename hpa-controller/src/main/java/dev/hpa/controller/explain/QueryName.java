package dev.hpa.controller.explain;

import dev.hpa.spi.MetricQuery;

/** The name of a query for people. */
public final class QueryName {

  private QueryName() {}

  /** The metric and what it is of, such as {@code requests of pods}. */
  public static String of(MetricQuery query) {
    return switch (query) {
      case MetricQuery.PodResource usage -> usage.resource() + " of pods";
      case MetricQuery.PodMetric metric -> metric.metric() + " of pods";
      case MetricQuery.ObjectMetric metric ->
          "%s of %s/%s".formatted(metric.metric(), metric.object().kind(), metric.object().name());
      case MetricQuery.ExternalMetric metric -> metric.metric() + " (external)";
    };
  }
}
