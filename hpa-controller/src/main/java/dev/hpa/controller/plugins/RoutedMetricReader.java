package dev.hpa.controller.plugins;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends each query to its provider: by the matching routes of the autoscaler's annotation, then by
 * those of the flags, then to the built-in ones; the first that does not decline it answers, and
 * the next if that one has no value and says so ({@code yieldsWithoutData}). Providers are queried
 * concurrently, so that an autoscaler waits for the slowest one only.
 */
final class RoutedMetricReader implements MetricReader {

  private final Map<String, ProviderGateway> gateways;
  private final AutoscalerRoutes annotated;
  private final List<Route> routes;
  private final Map<MetricQuery.Kind, List<String>> builtIn;
  private final Duration longestBatchWindow;
  private final WorkSlots slots;

  /**
   * @param builtIn the providers of queries without a route, in the order they are asked
   * @param batchWindow how long queries of a namespace wait for the next
   * @param slots the workers, of which that of the caller is released while it waits: not while it
   *     routes, which costs what the users of the autoscaler want
   */
  RoutedMetricReader(
      Map<String, ProviderGateway> gateways,
      List<Route> routes,
      Map<MetricQuery.Kind, List<String>> builtIn,
      Duration batchWindow,
      WorkSlots slots) {
    this.slots = slots;
    this.gateways = ImmutableCopies.map(gateways);
    this.annotated = new AutoscalerRoutes(gateways.keySet());
    this.routes = List.copyOf(routes);
    this.builtIn = ImmutableCopies.map(builtIn);
    this.longestBatchWindow = MetricReads.longest(batchWindow);
  }

  @Override
  public Duration longestBatchWindow() {
    return longestBatchWindow;
  }

  @Override
  public List<MetricResult> read(
      HorizontalPodAutoscaler hpa, List<MetricQuery> queries, SyncMemory memory) {
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
    NamespacedName tenant =
        new NamespacedName(
            String.valueOf(hpa.metadata().namespace()), hpa.metadata().nameOrEmpty());
    Map<MetricQuery, MetricResult> results = read(tenant, targets(queries, own), memory);
    return queries.stream().map(results::get).toList();
  }

  private Map<MetricQuery, Target> targets(List<MetricQuery> queries, List<Route> own) {
    Map<MetricQuery, Target> targets = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      targets.computeIfAbsent(query, any -> target(any, List.copyOf(candidates(any, own)), ""));
    }
    return targets;
  }

  /** The results of the queries, each of the first provider with a value, or else all failures. */
  private Map<MetricQuery, MetricResult> read(
      NamespacedName tenant, Map<MetricQuery, Target> first, SyncMemory memory) {
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    Map<MetricQuery, Target> targets = first;
    while (!targets.isEmpty()) {
      Map<MetricQuery, MetricResult> read = send(tenant, targets, memory);
      Map<MetricQuery, Target> next = new LinkedHashMap<>();
      targets.forEach(
          (query, target) -> {
            MetricResult result = with(read.getOrDefault(query, unanswered(query)), target);
            results.put(query, result);
            Target other = withoutData(query, target, result);
            if (other != null) {
              next.put(query, other);
            }
          });
      targets = next;
    }
    return results;
  }

  /** The provider that is asked after one that has no value; null for none. */
  private @Nullable Target withoutData(MetricQuery query, Target asked, MetricResult result) {
    ProviderGateway gateway = gateways.get(asked.provider());
    if (gateway == null
        || !(result instanceof MetricFailure failure)
        || failure.category() != MetricFailure.Category.NO_DATA
        || !gateway.builtIn().yieldsWithoutData(query)) {
      return null;
    }
    Target next = target(query, asked.others(), failure.message());
    return next.provider().isEmpty() ? null : next;
  }

  private Map<MetricQuery, MetricResult> send(
      NamespacedName tenant, Map<MetricQuery, Target> targets, SyncMemory memory) {
    Map<String, Set<MetricQuery>> byProvider = new LinkedHashMap<>();
    targets.forEach(
        (query, target) ->
            byProvider.computeIfAbsent(target.provider(), any -> new LinkedHashSet<>()).add(query));
    Map<ProviderGateway, AutoscalerRead> reads = new LinkedHashMap<>();
    byProvider.forEach(
        (name, queries) -> {
          ProviderGateway gateway = gateways.get(name);
          if (gateway != null) {
            reads.put(gateway, gateway.begin(tenant, queries, memory));
          }
        });
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    slots.releasingSlot(
        () -> reads.forEach((gateway, read) -> results.putAll(gateway.await(read))));
    return results;
  }

  /** The provider that answers a query of an autoscaler; empty if none does. */
  String providerOf(HorizontalPodAutoscaler hpa, MetricQuery query) {
    try {
      return target(query, List.copyOf(candidates(query, annotated.of(hpa))), "").provider();
    } catch (IllegalArgumentException wrong) {
      return "";
    }
  }

  @Override
  public String describe(HorizontalPodAutoscaler hpa, MetricQuery query) {
    ProviderGateway gateway = gateways.get(providerOf(hpa, query));
    return gateway == null ? "" : gateway.builtIn().describe(query);
  }

  /**
   * Where a query is sent.
   *
   * @param provider empty if none takes it
   * @param others those that are asked next
   * @param before why others did not answer it; empty if none was asked
   */
  private record Target(String provider, List<String> others, String before) {}

  private Target target(MetricQuery query, List<String> candidates, String before) {
    String why = before;
    for (int i = 0; i < candidates.size(); i++) {
      ProviderGateway gateway = gateways.get(candidates.get(i));
      String declined = gateway == null ? null : gateway.builtIn().declines(query);
      if (declined == null) {
        return new Target(candidates.get(i), candidates.subList(i + 1, candidates.size()), why);
      }
      why = declined;
    }
    return new Target("", List.of(), why);
  }

  private Set<String> candidates(MetricQuery query, List<Route> own) {
    Set<String> names = new LinkedHashSet<>();
    for (List<Route> list : List.of(own, routes)) {
      for (Route route : list) {
        if (route.takes(query)) {
          names.add(route.provider());
        }
      }
    }
    names.addAll(builtIn.getOrDefault(query.kind(), List.of()));
    return names;
  }

  /** A failure names why a provider left the query to the one that failed. */
  private static MetricResult with(MetricResult result, Target target) {
    return result instanceof MetricFailure failure && !target.before().isEmpty()
        ? new MetricFailure(failure.category(), failure.message() + "; " + target.before())
        : result;
  }

  private static MetricFailure unanswered(MetricQuery query) {
    return new MetricFailure(
        MetricFailure.Category.UNSUPPORTED_QUERY,
        "no metrics provider for " + query.kind() + " is installed");
  }
}
