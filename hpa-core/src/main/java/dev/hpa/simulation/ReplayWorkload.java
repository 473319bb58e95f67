package dev.hpa.simulation;

import dev.hpa.api.Quantity;
import dev.hpa.core.pods.PodResources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A workload with its load over time, as a {@link Replay} needs it. Immutable.
 *
 * <p>Simplified against a cluster:
 *
 * <ul>
 *   <li>all pods take the same times; they are deleted in the reverse order of their creation, all
 *       at once
 *   <li>every scale write succeeds, and pods are created and deleted at once
 *   <li>CPU is measured as metrics-server does, at fixed times for all pods, and the other metrics
 *       are as of the sync
 *   <li>the initial pods are ready
 *   <li>there are no rollouts and no outages; a sync takes no time
 * </ul>
 *
 * @param start the time of the first sample
 * @param step the distance of two samples, at least 1 ms
 * @param demand what users ask for, in any unit; NaN where it was not recorded, which counts
 *     neither as served nor as unserved
 * @param capacity the demand that a ready pod serves; NaN if unknown, so that unserved demand is
 *     unknown
 * @param metrics the load of each metric, in the order of the spec, each with as many samples as
 *     the demand
 * @param resources the requests of a pod
 * @param pods the times of pods
 * @param scrapeInterval the distance of two CPU measurements
 * @param replicas the initial replicas
 * @param warmUp time at the start that the figures exclude
 */
public record ReplayWorkload(
    Instant start,
    Duration step,
    Samples demand,
    double capacity,
    List<MetricLoad> metrics,
    PodResources resources,
    PodLifecycle pods,
    Duration scrapeInterval,
    int replicas,
    Duration warmUp) {

  /** The metric resolution of metrics-server. */
  public static final Duration DEFAULT_SCRAPE_INTERVAL = Duration.ofSeconds(15);

  public ReplayWorkload {
    metrics = List.copyOf(metrics);
    if (step.toMillis() < 1 || scrapeInterval.toMillis() < 1) {
      throw new IllegalArgumentException("step and scrapeInterval must be at least 1 ms");
    }
    for (MetricLoad each : metrics) {
      if (each.total().size() != demand.size()) {
        throw new IllegalArgumentException("the loads have different numbers of samples");
      }
    }
    if (replicas < 0 || warmUp.isNegative() || warmUp.compareTo(length(step, demand)) > 0) {
      throw new IllegalArgumentException("replicas or warmUp is out of range");
    }
  }

  private static Duration length(Duration step, Samples demand) {
    return step.multipliedBy(demand.size() - 1L);
  }

  /**
   * A workload whose first metric is its demand, with pods that have one container, all of which
   * counts.
   *
   * @param totals the load of each metric in the order of the spec, in cores for CPU and bytes for
   *     memory
   * @param requests the requests of a pod by resource; empty for none
   * @param startup from the creation of a pod until it is ready
   */
  public static ReplayWorkload of(
      Instant start,
      Duration step,
      List<Samples> totals,
      double capacity,
      Map<String, Quantity> requests,
      Duration startup,
      int replicas) {
    return new ReplayWorkload(
        start,
        step,
        totals.getFirst(),
        capacity,
        totals.stream().map(MetricLoad::of).toList(),
        requests(requests),
        PodLifecycle.readyAfter(startup),
        DEFAULT_SCRAPE_INTERVAL,
        replicas,
        Duration.ZERO);
  }

  /** The resources of pods with one container. */
  public static PodResources requests(Map<String, Quantity> requests) {
    return new PodResources(
        List.of(new PodResources.Container("app", false, requests)), List.of(), Map.of(), Map.of());
  }

  /** From the first to the last sample. */
  public Duration length() {
    return length(step, demand);
  }

  /**
   * The part from one sample to another.
   *
   * @param to exclusive
   * @param excluded the warm-up of the part
   */
  public ReplayWorkload between(int from, int to, Duration excluded) {
    return new ReplayWorkload(
        start.plus(step.multipliedBy(from)),
        step,
        demand.between(from, to),
        capacity,
        metrics.stream().map(each -> each.between(from, to)).toList(),
        resources,
        pods,
        scrapeInterval,
        replicas,
        excluded);
  }

  /** A copy with another capacity of a pod. */
  public ReplayWorkload withCapacity(double perPod) {
    return new ReplayWorkload(
        start, step, demand, perPod, metrics, resources, pods, scrapeInterval, replicas, warmUp);
  }

  /** A copy with other requests of a pod. */
  public ReplayWorkload withResources(PodResources requests) {
    return new ReplayWorkload(
        start, step, demand, capacity, metrics, requests, pods, scrapeInterval, replicas, warmUp);
  }

  /** A copy with other initial replicas. */
  public ReplayWorkload withReplicas(int count) {
    return new ReplayWorkload(
        start, step, demand, capacity, metrics, resources, pods, scrapeInterval, count, warmUp);
  }
}
