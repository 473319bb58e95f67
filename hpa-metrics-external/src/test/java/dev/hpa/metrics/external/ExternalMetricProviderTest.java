package dev.hpa.metrics.external;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.LabelSelector;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.tck.InMemoryApi;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExternalMetricProviderTest {

  private static final Selector ORDERS = Selector.parse("queue=orders");

  private final InMemoryApi api = new InMemoryApi().answerAll("{\"items\":[]}");
  private final MetricProvider provider =
      new ExternalMetricProviderFactory()
          .create(
              new ProviderContext(api, new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"))));

  private static MetricQuery query(String metric, @Nullable LabelSelector written) {
    return new MetricQuery.ExternalMetric("shop", metric, ORDERS, written);
  }

  private MetricResult read(MetricQuery query) {
    return Objects.requireNonNull(provider.read(List.of(query)).get(query));
  }

  @Test
  void seriesKeepTheirOrder() {
    api.answerAll(
        "{\"items\":[{\"metricLabels\":{\"a\":\"b\"},\"window\":30,\"value\":\"2\"},{\"value\":\"1n\"}]}");
    assertEquals(MetricReading.Series.of(List.of(2000L, 1L)), read(query("Queue_Depth", null)));
    assertEquals(
        List.of(
            "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_depth"
                + "?labelSelector=queue%3Dorders"),
        api.requestTargets());
  }

  @Test
  void aNumberThatDoesNotFitIsKept() {
    api.answerAll(
        "{\"items\":[{\"value\":\"2\"},{\"value\":\"-9223372036854775808m\"},{\"value\":\"10000000000000000\"}]}");
    assertEquals(
        MetricReading.Series.of(
            List.of(2000L, 0L, -8446744073709551616L),
            null,
            Map.of(
                1,
                Quantity.parse("-9223372036854775808m"),
                2,
                Quantity.parse("10000000000000000"))),
        read(query("depth", null)));
  }

  @Test
  void equalSeriesShareARequest() {
    api.answerAll("{\"items\":[{\"value\":\"2\"}]}");
    Map<MetricQuery, MetricResult> results =
        provider.read(
            List.of(
                query("depth", null),
                query("depth", new LabelSelector(Map.of("queue", "orders"), null))));
    assertEquals(2, results.size());
    assertEquals(1, api.requestTargets().size());
  }

  @Test
  void failuresAreReported() {
    assertEquals(
        new MetricFailure(Category.NO_DATA, "no metrics returned from external metrics API"),
        read(query("depth", null)));
    assertEquals(
        new MetricFailure(
            Category.INVALID_QUERY,
            "unable to fetch metrics from external metrics API: invalid resource \"a/B\":"
                + " [may not contain '/']"),
        read(query("a/B", null)));
    api.answerAll("{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"in disguise\"}");
    assertEquals(
        new MetricFailure(Category.NO_DATA, "no metrics returned from external metrics API"),
        read(query("depth", null)));
  }

  @Test
  void otherKindsOfQueriesAreUnsupported() {
    MetricQuery other = new MetricQuery.PodMetric("shop", ORDERS, "qps", ORDERS);
    assertEquals(
        new MetricFailure(
            Category.UNSUPPORTED_QUERY,
            "POD_METRIC queries are not supported by the external metrics provider"),
        read(other));
  }

  @Test
  void anAdapterMayHaveItsOwnNames() {
    api.answerAll("{\"items\":[{\"metricName\":\"s0-depth\",\"value\":\"2\"}]}");
    assertEquals(MetricReading.Series.of(List.of(2000L)), read(query("depth", null)));
    int before = api.requests();
    assertEquals(MetricReading.Series.of(List.of(2000L)), read(query("depth", null)));
    assertEquals(before + 1, api.requests());
  }

  /** So that wrong responses about one metric do not let those about others pass. */
  @Test
  @Tag("security")
  void namesOfOtherMetricsAreStillCompared() {
    api.answerAll("{\"items\":[{\"metricName\":\"s0-depth\",\"value\":\"2\"}]}");
    read(query("depth", null));
    int before = api.requests();
    read(query("age", null));
    assertEquals(before + 2, api.requests());
  }
}
