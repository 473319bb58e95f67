package dev.hpa.metrics.prometheus;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.provider.BuiltInProvider;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.PodNames;
import dev.hpa.spi.RestMapper;
import dev.hpa.tck.MetricProviderContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class ContractTest extends MetricProviderContract {

  private static final String RULES =
      """
      rules:
      - seriesQuery: requests
        resources: {template: <<.Resource>>}
        metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)
      externalRules:
      - seriesQuery: depth
        resources: {template: <<.Resource>>}
        metricsQuery: <<.Series>>{<<.LabelMatchers>>}
      resourceRules:
        cpu:
          containerQuery: cpu{<<.LabelMatchers>>}
          containerLabel: container
          resources: {template: <<.Resource>>}
        memory:
          containerQuery: memory{<<.LabelMatchers>>}
          containerLabel: container
          resources: {template: <<.Resource>>}
        window: 3m
      """;

  private static final Selector ORDERS = Selector.parse("queue=orders");

  private final FakePrometheus prometheus;

  @TempDir private Path folder;

  ContractTest() throws IOException {
    prometheus =
        new FakePrometheus()
            .series(
                "requests",
                "{\"__name__\":\"requests\",\"namespace\":\"shop\",\"pod\":\"a\",\"service\":\"s\"}")
            .series("depth", "{\"__name__\":\"depth\"}")
            .vector(
                "depth{queue=\"orders\",namespace=\"shop\"}",
                new TreeMap<>(Map.of("{\"shard\":\"1\"}", "7", "{\"shard\":\"2\"}", "1.5")))
            .vector(
                "sum(requests{namespace=\"shop\",pod=~\"a|b\"}) by (pod)",
                Map.of("{\"pod\":\"a\"}", "3", "{\"pod\":\"b\"}", "4.25"))
            .vector(
                "sum(requests{namespace=\"shop\",service=\"s\"}) by (service)",
                Map.of("{\"service\":\"s\"}", "9"))
            .vector(
                "cpu{namespace=\"shop\",pod=~\"a|b\"}",
                Map.of("{\"pod\":\"a\",\"container\":\"app\"}", "0.25"))
            .vector(
                "memory{namespace=\"shop\",pod=~\"a|b\"}",
                Map.of("{\"pod\":\"a\",\"container\":\"app\"}", "1000"));
  }

  @AfterEach
  void stop() {
    prometheus.close();
  }

  @Override
  protected MetricProviderFactory factory() {
    return new PrometheusProviderFactory();
  }

  @Override
  protected Map<String, String> settings() {
    try {
      Path rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
      return Map.of("url", prometheus.url(), "rules", rules.toString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  protected void awaitReady(MetricProvider created) throws InterruptedException {
    ((BuiltInProvider) created).prepare();
  }

  @Override
  protected Timeline timeline() {
    return new VirtualTimeline(Instant.ofEpochSecond(1_700_000_000));
  }

  @Override
  protected RestMapper restMapper() {
    return new RecordedCluster(RecordedAdapter.load().kube()).mapper();
  }

  @Override
  protected PodNames podNames() {
    return (namespace, selector, isRunning) ->
        selector.matches(Map.of("app", "web")) ? List.of("a", "b") : List.of();
  }

  private static MetricQuery external(String metric) {
    return new MetricQuery.ExternalMetric("shop", metric, ORDERS, null);
  }

  private static PodValue pod(String name, long milli) {
    return PodValue.of(name, Instant.EPOCH, Duration.ZERO, milli);
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    Selector web = Selector.parse("app=web");
    return Map.of(
        new MetricQuery.ExternalMetric("shop", "depth", ORDERS, null),
        MetricReading.Series.of(List.of(7000L, 1500L)),
        new MetricQuery.PodMetric("shop", web, "requests", Selector.everything()),
        MetricReading.PodValues.of(List.of(pod("a", 3000), pod("b", 4250))),
        new MetricQuery.ObjectMetric(
            "shop",
            new CrossVersionObjectReference("Service", "s", "v1"),
            "requests",
            Selector.everything()),
        MetricReading.SingleValue.of(9000),
        new MetricQuery.PodResource("shop", web, "cpu", null),
        MetricReading.PodValues.of(List.of(pod("a", 250))),
        new MetricQuery.PodResource("shop", web, "memory", "app"),
        MetricReading.PodValues.of(List.of(pod("a", 1_000_000))));
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return new MetricQuery.ExternalMetric("shop", "depth", Selector.parse("queue=none"), null);
  }

  @Override
  protected MetricQuery unknownQuery() {
    return external("unheard-of");
  }

  @Override
  protected void breakSource() {
    prometheus.fail(FakePrometheus.Response.failed(500, "broken"));
  }

  @Override
  protected CountDownLatch blockSource() {
    return prometheus.block();
  }

  @Override
  protected int requests() {
    return prometheus.queries().size();
  }
}
