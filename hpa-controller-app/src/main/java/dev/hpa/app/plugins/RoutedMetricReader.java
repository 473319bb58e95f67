package dev.hpa.app.plugins;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.app.controller.MetricReader;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sends each query to its source: by the first route of the autoscaler's annotation that takes it,
 * else by the first of the flags', else to the built-in provider. Sources are asked one after the
 * other, in the order of the metrics.
 */
final class RoutedMetricReader implements MetricReader {

  /** Routes of one autoscaler, comma-separated. */
  static final String ANNOTATION = "metrics.hpa.dev/route";

  private final Map<String, Source> sources;
  private final List<Route> routes;
  private final Map<MetricQuery.Kind, String> builtIn;
  private final boolean merged;

  /**
   * @param builtIn who answers what is not routed
   * @param merged whether the queries of an autoscaler reach a source together
   */
  RoutedMetricReader(
      Map<String, Source> sources,
      List<Route> routes,
      Map<MetricQuery.Kind, String> builtIn,
      boolean merged) {
    this.sources = new TreeMap<>(sources);
    this.routes = List.copyOf(routes);
    this.builtIn = Map.copyOf(builtIn);
    this.merged = merged;
  }

  @Override
  public List<MetricResult> read(HorizontalPodAutoscaler hpa, List<MetricQuery> queries) {
    List<Route> own;
    try {
      own = routesOf(hpa);
    } catch (IllegalArgumentException wrong) {
      MetricResult failure =
          new MetricFailure(
              MetricFailure.Category.INVALID_QUERY,
              "annotation " + ANNOTATION + ": " + wrong.getMessage());
      return queries.stream().map(any -> failure).toList();
    }
    Map<String, Set<MetricQuery>> bySource = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      bySource.computeIfAbsent(target(query, own), any -> new LinkedHashSet<>()).add(query);
    }
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    bySource.forEach(
        (name, asked) -> {
          Source source = sources.get(name);
          if (source == null) {
            asked.forEach(query -> results.put(query, unanswered(query)));
          } else if (merged) {
            results.putAll(source.ask(asked));
          } else {
            asked.forEach(query -> results.putAll(source.ask(Set.of(query))));
          }
        });
    List<MetricResult> inOrder = new ArrayList<>(queries.size());
    for (MetricQuery query : queries) {
      inOrder.add(results.getOrDefault(query, unanswered(query)));
    }
    return inOrder;
  }

  private List<Route> routesOf(HorizontalPodAutoscaler hpa) {
    Map<String, String> annotations = hpa.metadata().annotations();
    String text = annotations == null ? null : annotations.get(ANNOTATION);
    if (text == null || text.isBlank()) {
      return List.of();
    }
    List<Route> own = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      Route route = Route.parse(each);
      if (!sources.containsKey(route.provider())) {
        throw new IllegalArgumentException(
            route
                + ": no metrics provider is named "
                + route.provider()
                + "; there are "
                + String.join(", ", sources.keySet()));
      }
      own.add(route);
    }
    return own;
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
