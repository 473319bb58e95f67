package dev.hpa.metrics.heapster;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The resource usage of pods as Heapster reports it, in the format of metrics.k8s.io. */
record PodMetricsList(@Nullable List<PodMetrics> items) {

  private record PodMetrics(
      @Nullable ObjectMeta metadata,
      @Nullable Instant timestamp,
      @Nullable String window,
      @Nullable List<Container> containers) {}

  private record Container(@Nullable String name, @Nullable Map<String, Quantity> usage) {}

  static PodMetricsList read(String json) {
    return Json.read(json, PodMetricsList.class);
  }

  /** One sum for each pod all of whose containers report the resource; empty without pods. */
  Optional<List<PodValue>> values(String resource) {
    if (items == null || items.isEmpty()) {
      return Optional.empty();
    }
    List<PodValue> values = new ArrayList<>();
    for (PodMetrics pod : items) {
      Long sum = sum(pod, resource);
      if (sum != null) {
        values.add(
            PodValue.of(
                pod.metadata() == null ? "" : pod.metadata().nameOrEmpty(),
                Objects.requireNonNullElse(pod.timestamp(), Timestamps.ZERO),
                pod.window() == null ? Duration.ZERO : GoDuration.parse(pod.window()),
                sum));
      }
    }
    return Optional.of(values);
  }

  private static @Nullable Long sum(PodMetrics pod, String resource) {
    List<Container> containers = pod.containers();
    if (containers == null || containers.isEmpty()) {
      return null;
    }
    long sum = 0;
    for (Container container : containers) {
      Quantity usage = container.usage() == null ? null : container.usage().get(resource);
      if (usage == null) {
        return null;
      }
      sum += usage.milliValue();
    }
    return sum;
  }
}
