package dev.hpa.metrics.resource;

import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one pod used.
 *
 * @param isLabelled whether the source tells any label of the pod
 * @param labels those that were to be kept
 */
record PodUsage(
    String name,
    boolean isLabelled,
    Map<String, String> labels,
    Instant timestamp,
    Duration window,
    List<Container> containers) {

  /**
   * What one container used.
   *
   * @param milli by resource, in thousandths
   */
  record Container(String name, Map<String, Long> milli) {}

  /** The value a query asks for, in thousandths; null if the pod has none. */
  @Nullable Long milli(MetricQuery.PodResource query) {
    if (query.container() == null) {
      return sum(query.resource());
    }
    for (Container container : containers) {
      if (container.name().equals(query.container())) {
        return container.milli().get(query.resource());
      }
    }
    return null;
  }

  private @Nullable Long sum(String resource) {
    if (containers.isEmpty()) {
      return null;
    }
    long sum = 0;
    for (Container container : containers) {
      Long milli = container.milli().get(resource);
      if (milli == null) {
        return null;
      }
      sum += milli;
    }
    return sum;
  }
}
