package dev.hpa.core;

import dev.hpa.spi.MetricQuery;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The queries of an autoscaler whose metric providers have an outage. Scale-downs on the word of
 * such a provider are held.
 *
 * @param providers the name of the provider by query
 */
public record Outages(Map<MetricQuery, String> providers) {

  /** No provider has an outage. */
  public static final Outages NONE = new Outages(Map.of());

  public Outages {
    providers = Map.copyOf(providers);
  }

  /** The provider of a metric if it has an outage; else null. */
  @Nullable String of(Plan.PlannedMetric metric) {
    return metric instanceof Plan.Queried queried ? providers.get(queried.query()) : null;
  }
}
