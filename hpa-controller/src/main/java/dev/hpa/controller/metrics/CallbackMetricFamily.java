package dev.hpa.controller.metrics;

import io.prometheus.client.Collector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A metric family whose series are computed at each scrape. */
final class CallbackMetricFamily extends Collector {

  private final String name;
  private final Type type;
  private final String help;
  private final Labels labels;
  private final Supplier<Map<List<String>, Double>> source;

  /**
   * @param source the values by those of the labels, in the labels' order
   */
  CallbackMetricFamily(
      String name,
      Type type,
      String help,
      Labels labels,
      Supplier<Map<List<String>, Double>> source) {
    this.name = name;
    this.type = type;
    this.help = help;
    this.labels = labels;
    this.source = source;
  }

  /** Sums series whose label values become equal after disallowed values are replaced. */
  @Override
  public List<MetricFamilySamples> collect() {
    Map<List<String>, Double> shown = labels.isRestricted() ? shown() : source.get();
    List<MetricFamilySamples.Sample> samples = new ArrayList<>(shown.size());
    for (Map.Entry<List<String>, Double> each : shown.entrySet()) {
      samples.add(
          new MetricFamilySamples.Sample(name, labels.names(), each.getKey(), each.getValue()));
    }
    return List.of(new MetricFamilySamples(name, type, help, samples));
  }

  private Map<List<String>, Double> shown() {
    Map<List<String>, Double> shown = new LinkedHashMap<>();
    source.get().forEach((values, value) -> shown.merge(labels.shown(values), value, Double::sum));
    return shown;
  }
}
