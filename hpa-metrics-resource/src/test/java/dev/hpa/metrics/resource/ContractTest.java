package dev.hpa.metrics.resource;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The contract of providers. */
abstract class ContractTest extends MetricProviderContract {

  private static final String GROUP = "/apis/metrics.k8s.io";

  private static final String WEB =
      """
      {"items":[
        {"metadata":{"name":"web-1","labels":{"app":"web"}},
         "timestamp":"2024-05-01T10:00:00Z","window":"30s","containers":[
          {"name":"app","usage":{"cpu":"250m","memory":"1Ki"}},
          {"name":"sidecar","usage":{"cpu":"1n","memory":"1"}}]}]}\
      """;

  private final InMemoryApi api;

  /** Tests with a server of some versions, of which the first one is requested. */
  ContractTest(String... served) {
    String pods = GROUP + "/" + served[0] + "/namespaces/shop/pods";
    this.api =
        new InMemoryApi()
            .answer(GROUP, group(served))
            .answer(pods, WEB)
            .answer(pods + "?labelSelector=app%3Dweb", WEB)
            .answer(pods + "?labelSelector=app%3Dnone", "{\"items\":[]}");
  }

  /** The discovery document of the group. */
  private static String group(String... versions) {
    return Stream.of(versions)
        .map("{\"groupVersion\":\"metrics.k8s.io/%1$s\",\"version\":\"%1$s\"}"::formatted)
        .collect(
            Collectors.joining(
                ",", "{\"kind\":\"APIGroup\",\"name\":\"metrics.k8s.io\",\"versions\":[", "]}"));
  }

  @Override
  protected MetricProviderFactory factory() {
    return new ResourceMetricProviderFactory();
  }

  @Override
  protected Timeline timeline() {
    return new VirtualTimeline(Instant.parse("2024-05-01T10:00:20Z"));
  }

  @Override
  protected KubernetesApi api() {
    return api;
  }

  private static MetricQuery cpu(String namespace, String selector) {
    return new MetricQuery.PodResource(namespace, Selector.parse(selector), "cpu", null);
  }

  private static MetricReading web1(long milli) {
    return MetricReading.PodValues.of(
        List.of(PodValue.of("web-1", Timestamps.ZERO, Duration.ZERO, milli)));
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    Selector web = Selector.parse("app=web");
    return Map.of(
        cpu("shop", "app=web"),
        web1(251),
        new MetricQuery.PodResource("shop", web, "cpu", "app"),
        web1(250),
        new MetricQuery.PodResource("shop", web, "memory", null),
        web1(1_025_000));
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return cpu("shop", "app=none");
  }

  @Override
  protected MetricQuery unknownQuery() {
    return cpu("bank", "app=web");
  }

  @Override
  protected MetricQuery invalidQuery() {
    return cpu("a/b", "app=web");
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
