package dev.hpa.controller.metrics;

import io.prometheus.client.SimpleCollector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A metric family whose series are updated directly. Thread-safe. */
final class MetricFamily<C> {

  private final SimpleCollector<C> collector;
  private final Labels labels;
  private volatile @Nullable Series<C> latest;

  MetricFamily(SimpleCollector<C> collector, Labels labels) {
    this.collector = collector;
    this.labels = labels;
  }

  /** A series, and the values of the labels that it was asked for with. */
  private record Series<C>(String[] values, C child) {}

  /** The series with these values of the labels, in the order in which the labels were given. */
  C with(String... values) {
    // Most updates are of the series of the last one.
    Series<C> last = latest;
    return last != null && Arrays.equals(last.values, values) ? last.child : find(values);
  }

  private synchronized C find(String... values) {
    C child = collector.labels(labels.shown(values));
    if (!labels.isRestricted()) {
      latest = new Series<>(values, child);
    }
    return child;
  }

  /** Ends the series with these values of the labels. */
  synchronized void remove(String... values) {
    latest = null;
    collector.remove(labels.shown(values));
  }
}
