package com.example.hpa.prometheus;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Providers and queries for tests. */
final class Providers {

  private Providers() {}

  /** Creates a provider as the controller does. */
  static MetricProvider create(Map<String, String> settings) {
    PrometheusProviderFactory factory = new PrometheusProviderFactory();
    ProviderContext context =
        new ProviderContext(
            new NoApi(), new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z")));
    return factory.create(context.with(ProviderSettings.of(factory.settings(), settings)));
  }

  static MetricResult read(MetricProvider provider, MetricQuery query) {
    return Objects.requireNonNull(provider.read(List.of(query)).get(query));
  }

  static MetricQuery pods(String metric, String selector) {
    return new MetricQuery.PodMetric(
        "shop", Selector.parse(selector), metric, Selector.everything());
  }

  static MetricQuery object(String metric, String name) {
    return new MetricQuery.ObjectMetric(
        "shop",
        new CrossVersionObjectReference("Service", name, "v1"),
        metric,
        Selector.everything());
  }

  static MetricQuery external(String metric, String selector) {
    return new MetricQuery.ExternalMetric("shop", metric, Selector.parse(selector), null);
  }

  /** The provider sends no requests to the API server. */
  private static final class NoApi implements KubernetesApi {
    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) {
      throw new AssertionError("unexpected request to the API server: " + request);
    }
  }
}
