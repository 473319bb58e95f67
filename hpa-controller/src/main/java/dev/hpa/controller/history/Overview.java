package dev.hpa.controller.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last sync of an autoscaler, and its replicas before. Immutable.
 *
 * @param sparkline the highest replicas in equal parts of the kept time, the oldest first; -1 where
 *     nothing is known
 * @param flapping whether the replicas changed their direction at least {@value
 *     RecordedAutoscaler#REVERSALS} times within 30 min
 */
public record Overview(
    List<MetricInfo> metrics,
    Sample last,
    @Nullable LastScale lastScale,
    List<Integer> sparkline,
    boolean flapping) {

  public Overview {
    metrics = List.copyOf(metrics);
    sparkline = List.copyOf(sparkline);
  }
}
