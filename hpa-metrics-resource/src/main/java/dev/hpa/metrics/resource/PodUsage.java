package dev.hpa.metrics.resource;

import dev.hpa.api.MilliAmount;
import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resource usage of one pod.
 *
 * @param namespace namespace of the pod; empty if it is not stated
 * @param name pod name
 * @param isLabelled whether the source publishes any label of the pod
 * @param labels the labels that selectors use
 * @param timestamp end of the measurement window
 * @param window length of the measurement window
 * @param containers usage of each container
 */
record PodUsage(
    String namespace,
    String name,
    boolean isLabelled,
    Map<String, String> labels,
    Instant timestamp,
    Duration window,
    List<Container> containers) {

  /**
   * What a pod with a value that is made of it, a label, a container and its usage of a resource
   * take in memory, in bytes, with short texts. Longer texts count with the bytes of the response.
   */
  static final int MEMORY = 320;

  /** Of a value beyond the first of a pod, whose name and times it shares. */
  static final int VALUE_MEMORY = 64;

  static final int LABEL_MEMORY = 160;
  static final int CONTAINER_MEMORY = 160;
  static final int USAGE_MEMORY = 176;

  /**
   * The resource usage of one container.
   *
   * @param name container name
   * @param usage usage by resource
   */
  record Container(String name, Map<String, MilliAmount> usage) {}

  /** Returns the value for a query; null if the pod has none. */
  @Nullable MilliAmount usage(MetricQuery.PodResource query) {
    if (query.container() == null) {
      return sum(query.resource());
    }
    for (Container container : containers) {
      if (container.name().equals(query.container())) {
        return container.usage().get(query.resource());
      }
    }
    return null;
  }

  private @Nullable MilliAmount sum(String resource) {
    if (containers.isEmpty()) {
      return null;
    }
    MilliAmount sum = MilliAmount.ZERO;
    for (Container container : containers) {
      MilliAmount usage = container.usage().get(resource);
      if (usage == null) {
        return null;
      }
      sum = sum.plus(usage);
    }
    return sum;
  }
}
