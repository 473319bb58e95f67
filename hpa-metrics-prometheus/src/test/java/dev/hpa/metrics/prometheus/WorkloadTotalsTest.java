package dev.hpa.metrics.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTotalsTest {
  private static final String RULES =
      """
      rules:
      - seriesQuery: requests{pod!=""}
        resources: {template: <<.Resource>>}
        metricsQuery: sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (<<.GroupBy>>)
      externalRules:
      - seriesQuery: depth
        resources: {overrides: {namespace: {resource: namespace}}}
        metricsQuery: <<.Series>>{<<.LabelMatchers>>}
      """;

  private final RestMapper mapper = new RecordedCluster(RecordedAdapter.load().kube()).mapper();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-03-02T12:00:00Z"));

  @TempDir private Path folder;
  private FakePrometheus prometheus;

  @BeforeEach
  void start() throws IOException {
    prometheus =
        new FakePrometheus()
            .series(
                "requests{pod!=\"\"}",
                "{\"__name__\":\"requests\",\"namespace\":\"shop\",\"pod\":\"a\"}")
            .series("depth", "{\"__name__\":\"depth\",\"namespace\":\"shop\"}");
  }

  @AfterEach
  void stop() {
    prometheus.close();
    timeline.close();
  }

  private WorkloadTotals totals() throws IOException, InterruptedException {
    Path rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
    return WorkloadTotals.list(
        PrometheusClient.ofPast(
            PrometheusServer.of(PrometheusServer.address(prometheus.url()), null, null),
            ResponseLimits.ofCalls(MemoryPool.ofHeap())),
        rules,
        mapper,
        timeline,
        Duration.ofDays(7));
  }

  @Test
  void aMetricOfPodsIsThatOfAllPodsWithSuchNames() throws Exception {
    try (WorkloadTotals totals = totals()) {
      assertEquals(
          Optional.of(
              "sum(sum(rate(requests{verb=\"GET\",namespace=\"shop\",pod=~\"web-.+\"}[2m])) by (pod))"),
          totals.of(
              new MetricQuery.PodMetric(
                  "shop", Selector.everything(), "requests", Selector.parse("verb=GET")),
              "web-.+"));
    }
  }

  @Test
  void otherMetricsAreTotalsToo() throws Exception {
    try (WorkloadTotals totals = totals()) {
      assertEquals(
          Optional.of("sum(depth{namespace=\"shop\"})"),
          totals.of(
              new MetricQuery.ExternalMetric("shop", "depth", Selector.everything(), null), "any"));
      assertEquals(
          Optional.of("sum(sum(rate(requests{namespace=\"shop\",pod=\"a\"}[2m])) by (pod))"),
          totals.of(
              new MetricQuery.ObjectMetric(
                  "shop",
                  new CrossVersionObjectReference("Pod", "a", "v1"),
                  "requests",
                  Selector.everything()),
              "any"));
    }
  }

  @Test
  void metricsWithoutARuleAndUsageHaveNone() throws Exception {
    try (WorkloadTotals totals = totals()) {
      assertEquals(
          Optional.empty(),
          totals.of(
              new MetricQuery.ExternalMetric("shop", "width", Selector.everything(), null), "any"));
      assertEquals(
          Optional.empty(),
          totals.of(
              new MetricQuery.PodResource("shop", Selector.everything(), "cpu", null), "any"));
    }
  }

  @Test
  void whatIsWrongWithTheServerIsSaid() {
    prometheus.close();
    IOException failure = assertThrows(IOException.class, this::totals);
    assertTrue(
        String.valueOf(failure.getMessage()).startsWith("Prometheus http://127.0.0.1:"),
        failure.getMessage());
  }
}
