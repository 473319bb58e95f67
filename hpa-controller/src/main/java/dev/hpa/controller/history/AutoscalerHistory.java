package dev.hpa.controller.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one autoscaler. Immutable.
 *
 * @param metrics the metrics of its spec
 * @param samples its syncs, the oldest first; at least one
 * @param events the last events, the oldest first
 * @param lastScale null if no change of the replicas was seen
 */
public record AutoscalerHistory(
    List<MetricInfo> metrics,
    List<Sample> samples,
    List<RecordedEvent> events,
    @Nullable LastScale lastScale) {

  public AutoscalerHistory {
    metrics = List.copyOf(metrics);
    samples = List.copyOf(samples);
    events = List.copyOf(events);
  }
}
