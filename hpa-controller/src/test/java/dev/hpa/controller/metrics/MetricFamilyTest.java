package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricFamilyTest {

  private final CollectorRegistry registry = new CollectorRegistry();
  private final MetricFamilies families = new MetricFamilies(registry, MetricsOptions.DEFAULTS);

  private double value(String sample) {
    return new ReadPage(PrometheusText.of(registry)).value(sample);
  }

  @Test
  void aSeriesThatWasRemovedBeginsAgain() {
    MetricFamily<Gauge.Child> replicas = families.gauge("replicas", "Replicas.", "name");
    replicas.with("web").set(3);
    replicas.remove("web");
    assertEquals(List.of(), registry.metricFamilySamples().nextElement().samples);
    replicas.with("web").set(4);
    assertEquals(4, value("replicas{name=\"web\"}"));
  }

  @Test
  void seriesDifferInEveryLabel() {
    MetricFamily<Counter.Child> calls = families.counter("calls_total", "Calls.", "verb", "code");
    for (String verb : List.of("GET", "GET", "PUT")) {
      calls.with(verb, "200").inc();
      calls.with(verb, "500").inc();
      calls.with(verb, "500").inc();
    }
    assertEquals(2, value("calls_total{code=\"200\",verb=\"GET\"}"));
    assertEquals(4, value("calls_total{code=\"500\",verb=\"GET\"}"));
    assertEquals(2, value("calls_total{code=\"500\",verb=\"PUT\"}"));
  }

  @Test
  void everyValueThatIsNotAllowedIsCounted() {
    MetricsOptions defaults = MetricsOptions.DEFAULTS;
    MetricFamilies limited =
        new MetricFamilies(
            registry,
            new MetricsOptions(
                defaults.disabled(), Map.of("calls_total", Map.of("verb", Set.of("GET")))));
    limited.registerOwn();
    MetricFamily<Counter.Child> calls = limited.counter("calls_total", "Calls.", "verb");
    calls.with("PUT").inc();
    calls.with("PUT").inc();
    assertEquals(2, value("calls_total{verb=\"unexpected\"}"));
    assertEquals(2, value("cardinality_enforcement_unexpected_categorizations_total"));
  }
}
