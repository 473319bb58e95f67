package dev.hpa.controller.shadow;

import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricReading.PodValues;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

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
   * These readings with samples that were taken up to {@link Timing#LAG} earlier; none if the
   * samples are older than that. Some adapters return the time of the read as that of the sample.
   *
   * @param now the wall-clock time of the read
   */
  List<Readings> sampledEarlier(Instant now) {
    boolean areFresh =
        results.stream()
            .filter(PodValues.class::isInstance)
            .flatMap(each -> ((PodValues) each).values().stream())
            .anyMatch(each -> !each.timestamp().isBefore(now.minus(Timing.LAG)));
    return areFresh
        ? List.of(sampledEarlier(Timing.LAG.dividedBy(2)), sampledEarlier(Timing.LAG))
        : List.of();
  }

  private Readings sampledEarlier(Duration by) {
    return new Readings(
        results.stream()
            .map(each -> each instanceof PodValues pods ? sampledEarlier(pods, by) : each)
            .toList(),
        true);
  }

  private static PodValues sampledEarlier(PodValues pods, Duration by) {
    return PodValues.of(
        pods.values().stream()
            .map(
                each ->
                    PodValue.of(
                        each.pod(), each.timestamp().minus(by), each.window(), each.milli()))
            .toList());
  }

  /** The pods that have a value in other readings of the same queries, and none here. */
  Set<String> missing(List<MetricResult> other) {
    Set<String> missing = new HashSet<>();
    for (int i = 0; i < results.size() && i < other.size(); i++) {
      if (results.get(i) instanceof PodValues here && other.get(i) instanceof PodValues there) {
        Set<String> names = here.values().stream().map(PodValue::pod).collect(Collectors.toSet());
        there.values().stream()
            .map(PodValue::pod)
            .filter(name -> !names.contains(name))
            .forEach(missing::add);
      }
    }
    return missing;
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
                name, PodValue.of(name, any.timestamp(), any.window(), Math.round(average))));
    pods.values().forEach(each -> values.put(each.pod(), each));
    return PodValues.of(List.copyOf(values.values()));
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
    return PodValues.of(
        pods.values().stream()
            .map(
                each ->
                    PodValue.of(
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
    return PodValues.of(List.copyOf(values.values()));
  }
}
