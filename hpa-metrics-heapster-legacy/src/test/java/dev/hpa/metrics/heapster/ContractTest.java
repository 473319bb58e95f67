package dev.hpa.metrics.heapster;

import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.tck.InMemoryApi;
import dev.hpa.tck.MetricProviderContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

class ContractTest extends MetricProviderContract {

  private static final String PROXY =
      "/api/v1/namespaces/kube-system/services/http:heapster:/proxy";
  private static final String SAMPLES = PROXY + "/api/v1/model/namespaces/shop/pod-list/web-1";
  private static final String RESOURCES = PROXY + "/apis/metrics/v1alpha1/namespaces/shop/pods";
  private static final String START = "?start=2017-05-01T09%3A55%3A00Z";

  private final InMemoryApi api =
      new InMemoryApi()
          .answer(
              "/api/v1/namespaces/shop/pods?labelSelector=app%3Dweb",
              "{\"items\":[{\"metadata\":{\"name\":\"web-1\"}}]}")
          .answer(
              RESOURCES + "?labelSelector=app%3Dweb",
              """
              {"items":[{"metadata":{"name":"web-1"},"timestamp":"2017-05-01T09:59:00Z","containers":[{"usage":{"cpu":"250m"}}]}]}\
              """)
          .answer(
              SAMPLES + "/metrics/qps" + START,
              """
              {"items":[{"metrics":[{"timestamp":"2017-05-01T09:59:00Z","value":4}]}]}\
              """)
          .answer("/api/v1/namespaces/shop/pods?labelSelector=app%3Dnone", "{\"items\":[]}");

  @Override
  protected MetricProviderFactory factory() {
    return new HeapsterMetricProviderFactory();
  }

  @Override
  protected KubernetesApi api() {
    return api;
  }

  @Override
  protected Timeline timeline() {
    return new VirtualTimeline(Instant.parse("2017-05-01T10:00:00Z"));
  }

  private static MetricQuery pods(String namespace, String selector, String metric) {
    return new MetricQuery.PodMetric(
        namespace, Selector.parse(selector), metric, Selector.everything());
  }

  private static MetricReading web1(long milli) {
    return MetricReading.PodValues.of(
        List.of(PodValue.of("web-1", Timestamps.ZERO, Duration.ZERO, milli)));
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    return Map.of(
        new MetricQuery.PodResource("shop", Selector.parse("app=web"), "cpu", null),
        web1(250),
        pods("shop", "app=web", "qps"),
        web1(4000));
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return pods("shop", "app=none", "qps");
  }

  @Override
  protected MetricQuery unknownQuery() {
    return pods("shop", "app=web", "unheard-of");
  }

  @Override
  protected MetricQuery invalidQuery() {
    return pods("a/b", "app=web", "qps");
  }

  @Override
  protected void breakSource() {
    api.fail();
  }

  @Override
  protected CountDownLatch blockSource() {
    return api.stopResponding();
  }

  @Override
  protected int requests() {
    return api.requests();
  }
}
