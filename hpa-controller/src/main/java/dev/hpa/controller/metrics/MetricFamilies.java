package dev.hpa.controller.metrics;

import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Creates metric families and registers those that are not disabled. */
public final class MetricFamilies {

  private final CollectorRegistry registry;
  private final MetricsOptions options;
  private final LongAdder unexpected = new LongAdder();
  private final Set<String> left = ConcurrentHashMap.newKeySet();
  private final List<Described> described = new CopyOnWriteArrayList<>();

  /** The name, type, labels and help text of a family. */
  public record Described(String name, Collector.Type type, List<String> labels, String help) {}

  public MetricFamilies(CollectorRegistry registry, MetricsOptions options) {
    this.registry = registry;
    this.options = options;
  }

  /** The families about the options. */
  void registerOwn() {
    readCounter("disabled_metrics_total", "[BETA] The count of disabled metrics.", left::size);
    readCounter(
        "cardinality_enforcement_unexpected_categorizations_total",
        "[ALPHA] The count of unexpected categorizations during cardinality enforcement.",
        unexpected::doubleValue);
  }

  /**
   * @param name with {@code _total} at its end
   */
  MetricFamily<Counter.Child> counter(String name, String help, String... labels) {
    Counter counter = Counter.build(name, help).withoutExemplars().labelNames(labels).create();
    Described family = new Described(name, Collector.Type.COUNTER, List.of(labels), help);
    return new MetricFamily<>(registered(family, counter), labels(name, labels));
  }

  MetricFamily<Gauge.Child> gauge(String name, String help, String... labels) {
    Gauge gauge = Gauge.build(name, help).labelNames(labels).create();
    Described family = new Described(name, Collector.Type.GAUGE, List.of(labels), help);
    return new MetricFamily<>(registered(family, gauge), labels(name, labels));
  }

  MetricFamily<Histogram.Child> histogram(
      String name, String help, double[] bounds, String... labels) {
    Histogram histogram =
        Histogram.build(name, help).withoutExemplars().buckets(bounds).labelNames(labels).create();
    Described family = new Described(name, Collector.Type.HISTOGRAM, List.of(labels), help);
    return new MetricFamily<>(registered(family, histogram), labels(name, labels));
  }

  /** Registers a gauge whose series are computed at each scrape. */
  public void readGauge(
      String name, String help, List<String> labels, Supplier<Map<List<String>, Double>> source) {
    read(name, Collector.Type.GAUGE, help, labels, source);
  }

  /** The same without labels. */
  public void readGauge(String name, String help, DoubleSupplier source) {
    readGauge(name, help, List.of(), () -> Map.of(List.of(), source.getAsDouble()));
  }

  /** Registers a counter whose series are read at each scrape. */
  public void readCounter(
      String name, String help, List<String> labels, Supplier<Map<List<String>, Double>> source) {
    read(name, Collector.Type.COUNTER, help, labels, source);
  }

  /** The same without labels. */
  public void readCounter(String name, String help, DoubleSupplier source) {
    readCounter(name, help, List.of(), () -> Map.of(List.of(), source.getAsDouble()));
  }

  /** Registers a gauge with a series for each value of a label. */
  void readGauge(
      String name, String help, String label, Supplier<? extends Map<?, ? extends Number>> source) {
    readGauge(name, help, List.of(label), () -> byLabel(source.get()));
  }

  /** Registers a counter with a series for each value of a label. */
  void readCounter(
      String name, String help, String label, Supplier<? extends Map<?, ? extends Number>> source) {
    readCounter(name, help, List.of(label), () -> byLabel(source.get()));
  }

  private static Map<List<String>, Double> byLabel(Map<?, ? extends Number> values) {
    Map<List<String>, Double> all = new HashMap<>();
    values.forEach((label, value) -> all.put(List.of(label.toString()), value.doubleValue()));
    return all;
  }

  private void read(
      String name,
      Collector.Type type,
      String help,
      List<String> labels,
      Supplier<Map<List<String>, Double>> source) {
    Labels checked = labels(name, labels.toArray(String[]::new));
    registered(
        new Described(name, type, labels, help),
        new CallbackMetricFamily(name, type, help, checked, source));
  }

  /** Whether a family is left out; remembers it if so. */
  boolean isDisabled(String name) {
    boolean isDisabled = options.disabled().contains(name);
    if (isDisabled) {
      left.add(name);
    }
    return isDisabled;
  }

  /** All that are registered, in the order they were. */
  List<Described> described() {
    return List.copyOf(described);
  }

  private <T extends Collector> T registered(Described family, T collector) {
    if (!isDisabled(family.name())) {
      registry.register(collector);
      described.add(family);
    }
    return collector;
  }

  private Labels labels(String name, String... labels) {
    return new Labels(
        List.of(labels),
        options.allowedLabels().getOrDefault(name, Map.of()),
        unexpected::increment);
  }
}
