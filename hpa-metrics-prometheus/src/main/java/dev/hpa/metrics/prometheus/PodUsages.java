package dev.hpa.metrics.prometheus;

import dev.hpa.kube.memory.Limit;
import dev.hpa.metrics.prometheus.client.PrometheusClient.Sample;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * CPU and memory of containers, in milli-units. A pod counts if it has series of both; a container
 * with one of them uses nothing of the other. Of one thread.
 */
final class PodUsages {

  private static final int BYTES_OF_CONTAINER = 120;

  private final Duration window;
  private final long maxMemory;
  private long memory;
  private final Map<String, Pod> pods = new LinkedHashMap<>();

  /** What is known of a pod. */
  private static final class Pod {
    private final Map<String, Map<String, Long>> byResource = new HashMap<>();
    private @Nullable Instant earliest;
  }

  /**
   * @param names of the pods, in the order of the result
   */
  PodUsages(Duration window, List<String> names) {
    this(window, names, Limit.PROMETHEUS_BYTES.asLong());
  }

  PodUsages(Duration window, List<String> names, long maxMemory) {
    this.window = window;
    this.maxMemory = maxMemory;
    names.forEach(name -> pods.put(name, new Pod()));
  }

  /**
   * Adds a sample, if it is of one of the pods; the last of several of a container counts. Of more
   * than {@link Limit#POD_ITEMS} containers the first ones do: tenants who export series name them.
   *
   * @throws UnansweredException if those of all pods take too much memory
   */
  void add(String resource, String podLabel, String containerLabel, Sample sample)
      throws UnansweredException {
    Pod pod = pods.get(sample.labels().getOrDefault(podLabel, ""));
    if (pod != null) {
      Map<String, Long> usage = pod.byResource.computeIfAbsent(resource, any -> new HashMap<>());
      String container = sample.labels().getOrDefault(containerLabel, "");
      if (usage.size() < Limit.POD_ITEMS.asInt() || usage.containsKey(container)) {
        if (usage.put(container, AdapterMilli.ofResource(sample.value())) == null) {
          memory += BYTES_OF_CONTAINER + 2L * container.length();
        }
        if (memory > maxMemory) {
          throw new UnansweredException(
              MetricFailure.Category.SOURCE_FAILED,
              "series of its pods name more containers than fit in memory");
        }
      }
      if (pod.earliest == null || sample.time().isBefore(pod.earliest)) {
        pod.earliest = sample.time();
      }
    }
  }

  MetricResult of(MetricQuery.PodResource query) {
    List<PodValue> values = new ArrayList<>();
    boolean isAnyKnown = false;
    for (Map.Entry<String, Pod> each : pods.entrySet()) {
      Pod pod = each.getValue();
      if (pod.earliest == null || pod.byResource.size() < 2) {
        continue;
      }
      isAnyKnown = true;
      Long milli = milli(pod, query);
      if (milli != null) {
        Instant time = pod.earliest.truncatedTo(ChronoUnit.SECONDS);
        values.add(PodValue.of(each.getKey(), time, window, milli));
      }
    }
    return isAnyKnown
        ? MetricReading.PodValues.of(values)
        : new MetricFailure(
            MetricFailure.Category.NO_DATA, "no pod has series of both CPU and memory");
  }

  private static @Nullable Long milli(Pod pod, MetricQuery.PodResource query) {
    Map<String, Long> containers = pod.byResource.get(query.resource());
    if (containers == null) {
      return null;
    }
    if (query.container() == null) {
      long sum = 0;
      for (long each : containers.values()) {
        sum += each;
      }
      return sum;
    }
    boolean isThere =
        pod.byResource.values().stream().anyMatch(each -> each.containsKey(query.container()));
    return isThere ? containers.getOrDefault(query.container(), 0L) : null;
  }
}
