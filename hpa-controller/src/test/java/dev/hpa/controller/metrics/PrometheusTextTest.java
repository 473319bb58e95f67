package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusTextTest {

  private final CollectorRegistry registry = new CollectorRegistry();

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "-2.5, -2.5",
    "0.001, 0.001",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "9.999999999999999e-06, 9.999999999999999e-06",
    "20000, 20000",
    "999999, 999999",
    "1000000, 1e+06",
    "1048576, 1.048576e+06",
    "1.8446744073709552e19, 1.8446744073709552e+19",
    "NaN, NaN",
    "Infinity, +Inf"
  })
  void numbersAreWrittenAsGoWritesThem(double number, String text) {
    assertEquals(text, PrometheusText.number(number));
  }

  @Test
  void namesAndLabelsAreSortedAndTextsEscaped() {
    MetricFamilies families = new MetricFamilies(registry, MetricsOptions.DEFAULTS);
    families.gauge("b", "Second\nline.", "z", "a").with("\"", "\\").set(2);
    families.counter("a_total", "First.").with().inc();
    families.gauge("empty", "Nothing.", "any");
    assertEquals(
        """
        # HELP a_total First.
        # TYPE a_total counter
        a_total 1
        # HELP b Second\\nline.
        # TYPE b gauge
        b{a="\\\\",z="\\""} 2
        """,
        PrometheusText.of(registry));
  }

  @Test
  void unexpectedValuesAreCounted() {
    MetricFamilies families =
        new MetricFamilies(
            registry,
            new MetricsOptions(
                Set.of("b_total"), Map.of("a_total", Map.of("code", Set.of("200", "404")))));
    families.registerOwn();
    MetricFamily<Counter.Child> family = families.counter("a_total", "A.", "host", "code");
    family.with("x", "200").inc();
    family.with("x", "500").inc();
    family.with("x", "503").inc();
    families.counter("b_total", "B.", "code").with("1").inc();
    ReadPage page = new ReadPage(PrometheusText.of(registry));
    assertEquals(1, page.value("a_total{code=\"200\",host=\"x\"}"));
    assertEquals(2, page.value("a_total{code=\"unexpected\",host=\"x\"}"));
    assertEquals(2, page.value("cardinality_enforcement_unexpected_categorizations_total"));
    assertEquals(1, page.value("disabled_metrics_total"));
    assertEquals(
        Set.of(
            "a_total",
            "cardinality_enforcement_unexpected_categorizations_total",
            "disabled_metrics_total"),
        page.shapes().keySet());
  }

  @Test
  void valuesOfUnexpectedLabelsAreSummed() {
    MetricFamilies families =
        new MetricFamilies(
            registry, new MetricsOptions(Set.of(), Map.of("g", Map.of("x", Set.of()))));
    families.readGauge("g", "G.", List.of("x"), () -> Map.of(List.of("a"), 1.0, List.of("b"), 2.0));
    assertEquals(3, new ReadPage(PrometheusText.of(registry)).value("g{x=\"unexpected\"}"));
  }
}
