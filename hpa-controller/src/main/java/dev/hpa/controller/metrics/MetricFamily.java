package dev.hpa.controller.metrics;

import io.prometheus.client.SimpleCollector;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A metric family whose series are updated directly. Thread-safe; only the first update of a series
 * may wait for another one.
 */
final class MetricFamily<C> {

  private final SimpleCollector<C> collector;
  private final Labels labels;

  /** The series by the values of their labels; empty if the values are restricted. */
  private final Map<Values, C> series = new ConcurrentHashMap<>();

  MetricFamily(SimpleCollector<C> collector, Labels labels) {
    this.collector = collector;
    this.labels = labels;
  }

  /** The collector compares values as lists, with an iterator each, which costs more. */
  private record Values(String[] values) implements Comparable<Values> {
    @Override
    public int compareTo(Values other) {
      return Arrays.compare(values, other.values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Values that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }
  }

  /** The series with these values of the labels, in the order in which the labels were given. */
  C with(String... values) {
    if (labels.isRestricted()) {
      return find(values);
    }
    Values key = new Values(values);
    C known = series.get(key);
    return known == null ? series.computeIfAbsent(key, any -> find(values)) : known;
  }

  private C find(String... values) {
    return collector.labels(labels.shown(values));
  }

  /** Ends the series with these values of the labels. */
  void remove(String... values) {
    // Both at once, so that no series is kept that the collector has removed.
    series.compute(
        new Values(values),
        (key, ended) -> {
          collector.remove(labels.shown(values));
          return null;
        });
  }
}
