package dev.hpa.core;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.spi.MetricQuery;
import java.util.Map;
import java.util.Set;

/**
 * The queries of an autoscaler whose metric providers have an outage, or may have one. Scale-downs
 * by their values are held.
 *
 * @param providers the name of the provider by query
 * @param unconfirmed queries whose value has just dropped to zero or nothing, until it is known
 *     whether those of other autoscalers have too
 */
public record Outages(Map<MetricQuery, String> providers, Set<MetricQuery> unconfirmed) {

  /** No provider has an outage. */
  public static final Outages NONE = new Outages(Map.of(), Set.of());

  public Outages {
    providers = ImmutableCopies.map(providers);
    unconfirmed = ImmutableCopies.set(unconfirmed);
  }

  /** Whether scale-downs by a metric are held. */
  boolean hold(Plan.PlannedMetric metric) {
    return metric instanceof Plan.Queried queried
        && (providers.containsKey(queried.query()) || unconfirmed.contains(queried.query()));
  }
}
