package dev.hpa.sandbox.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricSeriesTest {

  private static String refusal(Executable reading) {
    return String.valueOf(assertThrows(MetricFormatException.class, reading).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "custom/namespaces/shop/pods/web-1/qps",
        "custom/namespaces/shop/deployments.apps/web/qps{code=200,verb=GET}",
        "custom/namespaces/shop/metrics/qps",
        "custom/nodes/sandbox-node-1/temperature",
        "external/namespaces/shop/queue_depth",
        "external/namespaces/shop/queue_depth{queue=orders}"
      })
  void textRoundTrips(String text) {
    assertEquals(text, MetricSeries.parse(text).toString());
  }

  @Test
  void ignoresTheOrderOfLabels() {
    assertEquals(
        MetricSeries.parse("external/namespaces/shop/q{a=1,b=2}"),
        MetricSeries.parse("external/namespaces/shop/q{ b=2, a=1 }"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "qps",
        "resource/namespaces/shop/qps",
        "external/shop/qps",
        "external/namespaces/shop/",
        "external/namespaces//qps",
        "custom/namespaces/shop/deployments/web/qps",
        "custom/namespaces/shop/nodes/n/qps",
        "custom/pods/web/qps",
        "custom/namespaces/shop/pods/*/qps",
        "custom/namespaces/shop/ingresses.networking.k8s.io/web/qps"
      })
  void rejectsMalformedMetricsWithExamples(String text) {
    String refusal = refusal(() -> MetricSeries.parse(text));
    assertTrue(refusal.contains("use one such as custom/"), refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "external/namespaces/shop/q{a=1   | the labels do not end with }; add it",
        "external/namespaces/shop/q{a}    | \"a\": not a label; use name=value",
        "external/namespaces/shop/q{=a}   | \"=a\": not a label; use name=value"
      })
  void rejectsMalformedLabels(String text, String why) {
    String refusal = refusal(() -> MetricSeries.parse(text));
    assertTrue(refusal.endsWith(why), refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "42                                 | 10s | 42",
        "  -1500m                           | 10s | -1500m",
        "20Ki window=1m                     | 10s | 20Ki",
        "ramp:from=0,to=100,over=40s        | 10s | 25",
        "spike:base=1,peak=3,at=5s,for=20s window=30s | 10s | 3"
      })
  void parsesQuantitiesAndProfiles(String text, String after, String amount) {
    MetricValue value = MetricValue.parse(text, Map.of());
    assertEquals(amount, value.at(GoDuration.parse(after)).toString());
  }

  @Test
  void windowIsOptional() {
    assertEquals(Duration.ofMinutes(1), MetricValue.parse("1 window=1m", Map.of()).window());
    assertEquals(null, MetricValue.parse("1", Map.of()).window());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "much            | \"much\": not a value; use a quantity",
        "''              | \"\": not a value; use a quantity",
        "1 window=soon   | \"soon\": not a window; use whole seconds",
        "1 window=-1s    | \"-1s\": not a window; use whole seconds",
        "1 window=1500ms | \"1500ms\": not a window; use whole seconds",
        "wave:min=1      | \"wave\": unknown profile"
      })
  void rejectsMalformedValues(String text, String why) {
    String refusal = refusal(() -> MetricValue.parse(text, Map.of()));
    assertTrue(refusal.startsWith(why), refusal);
  }

  @Test
  void parsesCommaSeparatedApis() {
    assertEquals(
        Set.of(MetricsApi.CUSTOM, MetricsApi.HEAPSTER), MetricsApi.parseAll("heapster, custom"));
    assertEquals(Set.of(), MetricsApi.parseAll(" "));
    assertEquals("resource,custom,external", MetricsApi.names(MetricsApi.DEFAULTS));
    assertEquals(MetricsApi.RESOURCE, MetricsApi.parseAll("resource"));
    assertEquals(MetricsApi.RESOURCE, MetricsApi.parseAll("resource/v1beta1,resource/v1"));
    assertEquals(
        Set.of(MetricsApi.RESOURCE_V1, MetricsApi.CUSTOM),
        MetricsApi.parseAll("custom,resource/v1"));
    assertEquals(
        "resource/v1beta1,custom",
        MetricsApi.names(Set.of(MetricsApi.CUSTOM, MetricsApi.RESOURCE_V1BETA1)));
    assertTrue(
        refusal(() -> MetricsApi.parseAll("custom,prometheus"))
            .startsWith("\"prometheus\": unknown metrics API; use resource, resource/v1,"));
  }
}
