package dev.hpa.app.controller;

import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the provider of each kind of query; equal queries are asked once. */
public final class ProviderMetricReader implements MetricReader {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderMetricReader.class);

  private final Map<MetricQuery.Kind, MetricProvider> providers;

  public ProviderMetricReader(Map<MetricQuery.Kind, MetricProvider> providers) {
    this.providers = Map.copyOf(providers);
  }

  @Override
  public List<MetricResult> read(List<MetricQuery> queries) {
    Map<MetricQuery.Kind, Set<MetricQuery>> byKind = new EnumMap<>(MetricQuery.Kind.class);
    for (MetricQuery query : queries) {
      byKind.computeIfAbsent(query.kind(), any -> new LinkedHashSet<>()).add(query);
    }
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    byKind.forEach((kind, asked) -> results.putAll(ask(kind, asked)));
    List<MetricResult> inOrder = new ArrayList<>(queries.size());
    for (MetricQuery query : queries) {
      MetricResult result = results.get(query);
      inOrder.add(result == null ? unanswered(query.kind()) : result);
    }
    return inOrder;
  }

  private Map<MetricQuery, MetricResult> ask(MetricQuery.Kind kind, Set<MetricQuery> queries) {
    MetricProvider provider = providers.get(kind);
    if (provider == null) {
      return Map.of();
    }
    try {
      return provider.read(queries);
    } catch (RuntimeException failure) {
      LOG.error("the provider of {} failed", kind, failure);
      MetricFailure result =
          new MetricFailure(
              MetricFailure.Category.SOURCE_FAILED,
              "the metrics provider failed: " + failure.getMessage());
      Map<MetricQuery, MetricResult> results = new HashMap<>();
      queries.forEach(query -> results.put(query, result));
      return results;
    }
  }

  private MetricFailure unanswered(MetricQuery.Kind kind) {
    return new MetricFailure(
        MetricFailure.Category.NOT_AVAILABLE,
        providers.containsKey(kind)
            ? "the metrics provider gave no answer"
            : "no metrics provider for " + kind + " is installed");
  }
}
