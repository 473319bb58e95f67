package dev.hpa.metrics.custom;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.RestMapper;
import dev.hpa.tck.InMemoryApi;
import dev.hpa.tck.MetricProviderContract;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

class ContractTest extends MetricProviderContract {

  private static final Selector WEB = Selector.parse("app=web");
  private static final Selector ALL = Selector.everything();
  private static final String BASE = "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop";

  private final InMemoryApi api =
      new InMemoryApi()
          .answer("/api", "{\"versions\":[\"v1\"]}")
          .answer("/api/v1", "{\"resources\":[{\"name\":\"pods\",\"kind\":\"Pod\"}]}")
          .answer(
              "/apis",
              """
              {"groups":[
                {"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}]},
                {"name":"custom.metrics.k8s.io","versions":[
                  {"groupVersion":"custom.metrics.k8s.io/v1beta2","version":"v1beta2"}]}]}\
              """)
          .answer(
              "/apis/apps/v1",
              "{\"resources\":[{\"name\":\"deployments\",\"kind\":\"Deployment\"}]}")
          .answer(
              BASE + "/pods/%2A/qps?labelSelector=app%3Dweb",
              list(
                  "{\"timestamp\":\"2024-05-01T10:00:00Z\",\"describedObject\":{\"name\":\"web-1\"},\"value\":\"1500m\"},"
                      + "{\"timestamp\":\"2024-05-01T10:00:00Z\",\"describedObject\":{\"name\":\"web-2\"},\"value\":\"2\"}"))
          .answer(BASE + "/pods/%2A/idle?labelSelector=app%3Dweb", list(""))
          .answer(
              BASE + "/deployments.apps/web/qps",
              list("{\"timestamp\":\"2024-05-01T10:00:00Z\",\"value\":\"7\"}"));

  private static String list(String items) {
    return "{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/v1beta2\","
        + "\"items\":["
        + items
        + "]}";
  }

  @Override
  protected MetricProviderFactory factory() {
    return new CustomMetricProviderFactory();
  }

  @Override
  protected Timeline timeline() {
    return new VirtualTimeline(Instant.parse("2024-05-01T10:00:20Z"));
  }

  @Override
  protected RestMapper restMapper() {
    return new CachedRestMapper(api(), InstantSource.system());
  }

  @Override
  protected KubernetesApi api() {
    return api;
  }

  private static MetricQuery pods(String metric) {
    return new MetricQuery.PodMetric("shop", WEB, metric, ALL);
  }

  private static MetricQuery object(String kind, String name) {
    return new MetricQuery.ObjectMetric(
        "shop", new CrossVersionObjectReference(kind, name, "apps/v1"), "qps", ALL);
  }

  private static PodValue value(String pod, long milli) {
    return PodValue.of(pod, Timestamps.ZERO, Duration.ZERO, milli);
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    return Map.of(
        pods("qps"),
        MetricReading.PodValues.of(List.of(value("web-1", 1500), value("web-2", 2000))),
        object("Deployment", "web"),
        MetricReading.SingleValue.of(7000));
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return pods("idle");
  }

  @Override
  protected MetricQuery unknownQuery() {
    return object("Widget", "web");
  }

  @Override
  protected MetricQuery invalidQuery() {
    return object("Deployment", "a/b");
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
