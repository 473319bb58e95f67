package dev.hpa.sandbox.metrics;

import dev.hpa.api.Quantity;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.workload.LoadProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values of all series. Values that calls set take precedence over those of ConfigMaps, and
 * those over annotations. Thread-safe.
 */
public final class MetricValues {

  private final Timeline timeline;
  private final Map<String, ? extends LoadProfile> traces;
  private final TreeMap<MetricSource, Map<MetricSeries, Entry>> bySource = new TreeMap<>();

  /** The effective values by metric; series are ordered by their text. */
  private volatile Map<Metric, List<Entry>> current = Map.of();

  /**
   * @param traces by the names that the profile {@code trace:NAME} refers to
   */
  public MetricValues(Timeline timeline, Map<String, ? extends LoadProfile> traces) {
    this.timeline = timeline;
    this.traces = Map.copyOf(traces);
  }

  /**
   * A series and its value.
   *
   * @param since when the value was set; profiles start then
   * @param source a description of the source
   */
  public record Entry(MetricSeries series, MetricValue value, Instant since, String source) {

    /** The value at a time, which is not before {@link #since}. */
    public Quantity at(Instant now) {
      Duration passed = Duration.between(since, now);
      return value.at(passed.isNegative() ? Duration.ZERO : passed);
    }
  }

  /**
   * Sets a series from now on.
   *
   * @param value as {@link MetricValue#parse} reads it
   * @throws MetricFormatException if the value is malformed
   */
  public Entry set(MetricSeries series, String value) {
    return set(series, parse(value));
  }

  /** Parses a value, which may refer to the traces. */
  MetricValue parse(String value) {
    return MetricValue.parse(value, traces);
  }

  /** Sets a series from now on. */
  public Entry set(MetricSeries series, MetricValue value) {
    Entry entry = entry(MetricSource.CALL, series, value);
    synchronized (this) {
      bySource.computeIfAbsent(MetricSource.CALL, any -> new LinkedHashMap<>()).put(series, entry);
      publish();
    }
    return entry;
  }

  /**
   * Removes a value that {@link #set} set.
   *
   * @return whether there was one
   */
  public synchronized boolean remove(MetricSeries series) {
    Map<MetricSeries, Entry> called = bySource.get(MetricSource.CALL);
    boolean removed = called != null && called.remove(series) != null;
    publish();
    return removed;
  }

  /** Removes all values that {@link #set} set. */
  public void clear() {
    replace(MetricSource.CALL, Map.of());
  }

  /** Replaces all values of a source; unchanged values keep their start time. */
  synchronized void replace(MetricSource source, Map<MetricSeries, MetricValue> values) {
    Map<MetricSeries, Entry> before = bySource.getOrDefault(source, Map.of());
    Map<MetricSeries, Entry> after = new LinkedHashMap<>();
    values.forEach(
        (series, value) -> {
          Entry known = before.get(series);
          after.put(
              series,
              known != null && known.value().toString().equals(value.toString())
                  ? known
                  : entry(source, series, value));
        });
    if (after.isEmpty()) {
      bySource.remove(source);
    } else {
      bySource.put(source, after);
    }
    publish();
  }

  private Entry entry(MetricSource source, MetricSeries series, MetricValue value) {
    return new Entry(series, value, timeline.now(), source.toString());
  }

  private void publish() {
    Map<String, Entry> counting = new TreeMap<>();
    for (Map<MetricSeries, Entry> entries : bySource.values()) {
      entries.forEach((series, entry) -> counting.put(series.toString(), entry));
    }
    Map<Metric, List<Entry>> byMetric = new LinkedHashMap<>();
    for (Entry entry : counting.values()) {
      byMetric.computeIfAbsent(entry.series().metric(), any -> new ArrayList<>()).add(entry);
    }
    current = byMetric;
  }

  /** The current time of values. */
  public Instant now() {
    return timeline.now();
  }

  /** All metrics with values. */
  public Collection<Metric> metrics() {
    return current.keySet();
  }

  /** The effective values of all series, ordered by their text. */
  public List<Entry> all() {
    return current.values().stream().flatMap(List::stream).toList();
  }

  /** The effective values of the series of a metric; may be empty. */
  public List<Entry> of(Metric metric) {
    return current.getOrDefault(metric, List.of());
  }
}
