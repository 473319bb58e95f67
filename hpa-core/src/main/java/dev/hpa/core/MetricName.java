package dev.hpa.core;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.Selector;

/** The names of metrics in messages of options, which also identify a metric between reconciles. */
final class MetricName {

  private MetricName() {}

  /** The name of a metric, such as {@code external metric queue_depth}. */
  static String of(Plan.Queried metric) {
    return switch (metric) {
      case Plan.ResourceMetric resource when resource.query().container() == null ->
          resource.query().resource() + " resource metric";
      case Plan.ResourceMetric resource ->
          resource.query().resource()
              + " resource metric of container "
              + resource.query().container();
      case Plan.PodsMetric pods -> "pods metric " + identity(pods.metric(), pods.query().series());
      case Plan.ObjectMetric object ->
          object.source().describedObject().kind()
              + " "
              + object.source().describedObject().name()
              + " metric "
              + identity(object.source().metric(), object.query().series());
      case Plan.ExternalMetric external ->
          "external metric " + identity(external.metric(), external.query().series());
    };
  }

  private static String identity(MetricIdentifier metric, Selector series) {
    String selector = series.toString();
    return selector.isEmpty() ? metric.name() : metric.name() + "{" + selector + "}";
  }
}
