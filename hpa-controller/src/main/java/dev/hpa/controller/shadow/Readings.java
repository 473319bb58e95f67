package dev.hpa.controller.shadow;

import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricReading.PodValues;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The results of the queries of a plan, read near the time of a sync of the active controller.
 *
 * @param results one for each query
 * @param onlyIfMatching whether to use them only if they explain the metrics of its status
 */
record Readings(List<MetricResult> results, boolean onlyIfMatching) {

  /**
   * What another time gives: its readings as they are; its values with the pods and sample times of
   * these; and these with its values of pods that have none any more, as after a scale-down.
   */
  List<Readings> variants(List<MetricResult> other) {
    if (other.size() != results.size() || other.equals(results)) {
      return List.of();
    }
    return List.of(
        new Readings(other, true),
        new Readings(combined(other, Readings::withValues), true),
        new Readings(combined(other, Readings::withMissing), true));
  }

  /**
   * These readings before a scale event deleted pods: pods without a value get the average, because
   * their values are unknown.
   */
  Readings restored(Set<String> deleted) {
    return new Readings(
        results.stream()
            .map(each -> each instanceof PodValues pods ? withAverage(pods, deleted) : each)
            .toList(),
        false);
  }

  private static MetricResult withAverage(PodValues pods, Set<String> deleted) {
    if (pods.values().isEmpty()) {
      return pods;
    }
    PodValue any = pods.values().getFirst();
    double average = pods.values().stream().mapToLong(PodValue::milli).average().orElse(0);
    Map<String, PodValue> values = new TreeMap<>();
    deleted.forEach(
        name ->
            values.put(
                name, new PodValue(name, any.timestamp(), any.window(), Math.round(average))));
    pods.values().forEach(each -> values.put(each.pod(), each));
    return new PodValues(List.copyOf(values.values()));
  }

  private List<MetricResult> combined(List<MetricResult> other, BinaryOperator<PodValues> how) {
    List<MetricResult> combined = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      combined.add(combined(results.get(i), other.get(i), how));
    }
    return combined;
  }

  private static MetricResult combined(
      MetricResult here, MetricResult other, BinaryOperator<PodValues> how) {
    if (other instanceof MetricFailure) {
      return here;
    }
    return here instanceof PodValues pods && other instanceof PodValues others
        ? how.apply(pods, others)
        : other;
  }

  /** Replaces only values: they do not determine whether a pod is counted. */
  private static PodValues withValues(PodValues pods, PodValues others) {
    Map<String, Long> values = new HashMap<>();
    others.values().forEach(each -> values.put(each.pod(), each.milli()));
    return new PodValues(
        pods.values().stream()
            .map(
                each ->
                    new PodValue(
                        each.pod(),
                        each.timestamp(),
                        each.window(),
                        values.getOrDefault(each.pod(), each.milli())))
            .toList());
  }

  private static PodValues withMissing(PodValues pods, PodValues others) {
    Map<String, PodValue> values = new TreeMap<>();
    others.values().forEach(each -> values.put(each.pod(), each));
    pods.values().forEach(each -> values.put(each.pod(), each));
    return new PodValues(List.copyOf(values.values()));
  }
}
