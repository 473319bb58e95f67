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
 * The values of all series, whoever sets them: calls, ConfigMaps or annotations. What a call sets
 * comes before what a ConfigMap says, and that before an annotation. Thread-safe.
 */
public final class MetricValues {

  private final Timeline timeline;
  private final Map<String, ? extends LoadProfile> traces;
  private final TreeMap<MetricSource, Map<MetricSeries, Entry>> bySource = new TreeMap<>();

  /** What counts, by metric; its series in the order of their text. */
  private volatile Map<Metric, List<Entry>> current = Map.of();

  /**
   * @param traces by the names that the profile {@code trace:NAME} uses
   */
  public MetricValues(Timeline timeline, Map<String, ? extends LoadProfile> traces) {
    this.timeline = timeline;
    this.traces = Map.copyOf(traces);
  }

  /**
   * A series and what it says.
   *
   * @param since when it began to say this; profiles count from then
   * @param source who says so, for people
   */
  public record Entry(MetricSeries series, MetricValue value, Instant since, String source) {

    /** The amount at a time, which is not before {@link #since}. */
    public Quantity at(Instant now) {
      Duration passed = Duration.between(since, now);
      return value.at(passed.isNegative() ? Duration.ZERO : passed);
    }
  }

  /**
   * Sets a series from now on.
   *
   * @param value as {@link MetricValue#parse} reads it
   * @throws MetricFormatException if it cannot be understood
   */
  public Entry set(MetricSeries series, String value) {
    return set(series, parse(value));
  }

  /** Reads a value, which may use the traces. */
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
   * Takes back what {@link #set} said of a series.
   *
   * @return whether it had said anything
   */
  public synchronized boolean remove(MetricSeries series) {
    Map<MetricSeries, Entry> called = bySource.get(MetricSource.CALL);
    boolean removed = called != null && called.remove(series) != null;
    publish();
    return removed;
  }

  /** Takes back all that {@link #set} said. */
  public void clear() {
    replace(MetricSource.CALL, Map.of());
  }

  /** Everything a source says from now on; what it has said before goes on as it is. */
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

  /** The time values are of at the moment. */
  public Instant now() {
    return timeline.now();
  }

  /** All metrics there are values of. */
  public Collection<Metric> metrics() {
    return current.keySet();
  }

  /** What counts of all series, in the order of their text. */
  public List<Entry> all() {
    return current.values().stream().flatMap(List::stream).toList();
  }

  /** What counts of the series of a metric; empty when there is none. */
  public List<Entry> of(Metric metric) {
    return current.getOrDefault(metric, List.of());
  }
}
