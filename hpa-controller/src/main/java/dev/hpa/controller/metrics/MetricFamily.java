package dev.hpa.controller.metrics;

import io.prometheus.client.SimpleCollector;

/** A metric family whose series are updated directly. Thread-safe. */
final class MetricFamily<C> {

  private final SimpleCollector<C> collector;
  private final Labels labels;

  MetricFamily(SimpleCollector<C> collector, Labels labels) {
    this.collector = collector;
    this.labels = labels;
  }

  /** The series with these values of the labels, in the order in which the labels were given. */
  C with(String... values) {
    return collector.labels(labels.shown(values));
  }

  /** Ends the series with these values of the labels. */
  void remove(String... values) {
    collector.remove(labels.shown(values));
  }
}
