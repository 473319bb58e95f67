package dev.hpa.core;

import dev.hpa.api.MetricSpec;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has to be known before anything can be decided. */
public sealed interface Plan {

  /** Nothing: the target was scaled to zero by somebody else. */
  record Disabled() implements Plan {}

  /** Nothing: the target is outside its bounds and goes to the nearer one. */
  record Clamp(int replicas, String reason) implements Plan {}

  /** Nothing: the target's pods cannot be told. */
  record Unselectable(String eventReason, String eventMessage, String message, String error)
      implements Plan {}

  /** The pods of the target, the autoscalers they belong to, and the answers to the queries. */
  record Measure(Selector pods, List<PlannedMetric> metrics) implements Plan {

    /**
     * The queries to ask, in the order of the spec; equal ones stand as often as they are asked.
     */
    public List<MetricQuery> queries() {
      return metrics.stream().flatMap(m -> m.asks().stream()).toList();
    }
  }

  /**
   * One metric of the spec.
   *
   * @param query what to ask; null when the spec is in itself wrong
   * @param problem why nothing can be asked; null when something can
   */
  record PlannedMetric(MetricSpec spec, @Nullable MetricQuery query, @Nullable String problem) {
    private List<MetricQuery> asks() {
      return query == null ? List.of() : List.of(query);
    }
  }
}
