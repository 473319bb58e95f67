package dev.hpa.metrics.external;

import dev.hpa.api.Selector;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.tck.InMemoryApi;
import dev.hpa.tck.MetricProviderContract;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

class ContractTest extends MetricProviderContract {

  private static final String BASE = "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/";

  private final InMemoryApi api =
      new InMemoryApi()
          .answer(
              BASE + "depth?labelSelector=queue%3Dorders",
              "{\"items\":[{\"value\":\"7\"},{\"value\":\"1500m\"}]}")
          .answer(BASE + "idle?labelSelector=queue%3Dorders", "{\"items\":[]}");

  @Override
  protected MetricProviderFactory factory() {
    return new ExternalMetricProviderFactory();
  }

  @Override
  protected KubernetesApi api() {
    return api;
  }

  private static MetricQuery query(String metric) {
    return new MetricQuery.ExternalMetric("shop", metric, Selector.parse("queue=orders"), null);
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    return Map.of(query("depth"), MetricReading.Series.of(List.of(7000L, 1500L)));
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return query("idle");
  }

  @Override
  protected MetricQuery unknownQuery() {
    return query("unheard-of");
  }

  @Override
  protected MetricQuery invalidQuery() {
    return query("a/b");
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
