package dev.hpa.controller.plugins;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.controller.reconcile.ResultBudget;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sends each query to its provider: by the first matching route of the autoscaler's annotation,
 * else by the first matching route of the flags, else to the built-in provider. Providers are
 * queried concurrently, so that an autoscaler waits for the slowest one only.
 */
final class RoutedMetricReader implements MetricReader {

  private final Map<String, ProviderGateway> gateways;
  private final AutoscalerRoutes annotated;
  private final List<Route> routes;
  private final Map<MetricQuery.Kind, String> builtIn;
  private final boolean merged;
  private final Duration longestBatchWindow;

  /**
   * @param builtIn the providers of queries without a route
   * @param merged whether the queries of an autoscaler are sent concurrently; otherwise
   *     sequentially, as kube-controller-manager does
   * @param batchWindow how long merged queries of a namespace wait for the next
   */
  RoutedMetricReader(
      Map<String, ProviderGateway> gateways,
      List<Route> routes,
      Map<MetricQuery.Kind, String> builtIn,
      boolean merged,
      Duration batchWindow) {
    this.gateways = ImmutableCopies.map(gateways);
    this.annotated = new AutoscalerRoutes(gateways.keySet());
    this.routes = List.copyOf(routes);
    this.builtIn = ImmutableCopies.map(builtIn);
    this.merged = merged;
    this.longestBatchWindow = merged ? BatchWindow.longest(batchWindow) : Duration.ZERO;
  }

  @Override
  public Duration longestBatchWindow() {
    return longestBatchWindow;
  }

  @Override
  public List<MetricResult> read(HorizontalPodAutoscaler hpa, List<MetricQuery> queries) {
    List<Route> own;
    try {
      own = annotated.of(hpa);
    } catch (IllegalArgumentException wrong) {
      MetricResult failure =
          new MetricFailure(
              MetricFailure.Category.INVALID_QUERY,
              "annotation " + AutoscalerRoutes.ANNOTATION + ": " + wrong.getMessage());
      return queries.stream().map(any -> failure).toList();
    }
    Map<String, Set<MetricQuery>> byProvider = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      byProvider.computeIfAbsent(target(query, own), any -> new LinkedHashSet<>()).add(query);
    }
    NamespacedName tenant =
        new NamespacedName(
            String.valueOf(hpa.metadata().namespace()), hpa.metadata().nameOrEmpty());
    Map<MetricQuery, MetricResult> results =
        ResultBudget.reading(
            tenant,
            memory ->
                merged ? atOnce(tenant, byProvider, memory) : oneByOne(tenant, byProvider, memory));
    List<MetricResult> inOrder = new ArrayList<>(queries.size());
    for (MetricQuery query : queries) {
      inOrder.add(results.getOrDefault(query, unanswered(query)));
    }
    return inOrder;
  }

  /** The provider that answers a query of an autoscaler; empty if none does. */
  String providerOf(HorizontalPodAutoscaler hpa, MetricQuery query) {
    try {
      return target(query, annotated.of(hpa));
    } catch (IllegalArgumentException wrong) {
      return "";
    }
  }

  private Map<MetricQuery, MetricResult> atOnce(
      NamespacedName tenant, Map<String, Set<MetricQuery>> byProvider, ResultBudget.Share memory) {
    Map<ProviderGateway, AutoscalerRead> reads = new LinkedHashMap<>();
    byProvider.forEach(
        (name, queries) -> {
          ProviderGateway gateway = gateways.get(name);
          if (gateway != null) {
            reads.put(gateway, gateway.begin(tenant, queries, memory));
          }
        });
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    reads.forEach((gateway, read) -> results.putAll(gateway.await(read)));
    return results;
  }

  private Map<MetricQuery, MetricResult> oneByOne(
      NamespacedName tenant, Map<String, Set<MetricQuery>> byProvider, ResultBudget.Share memory) {
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    byProvider.forEach(
        (name, queries) -> {
          ProviderGateway gateway = gateways.get(name);
          if (gateway != null) {
            queries.forEach(
                query ->
                    results.putAll(gateway.await(gateway.begin(tenant, Set.of(query), memory))));
          }
        });
    return results;
  }

  private String target(MetricQuery query, List<Route> own) {
    for (List<Route> list : List.of(own, routes)) {
      for (Route route : list) {
        if (route.takes(query)) {
          return route.provider();
        }
      }
    }
    return builtIn.getOrDefault(query.kind(), "");
  }

  private static MetricFailure unanswered(MetricQuery query) {
    return new MetricFailure(
        MetricFailure.Category.NOT_AVAILABLE,
        "no metrics provider for " + query.kind() + " is installed");
  }
}
