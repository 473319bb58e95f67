package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.util.Set;

/**
 * The behavior of the simulated cluster. Durations are in the time of the cluster's timeline.
 *
 * @param schedulingDelay from the creation of a pod until it has a node
 * @param startDelay from then until its containers are running: image pull and start
 * @param readinessDelay from then until it is ready
 * @param terminationTime how long a pod takes to terminate, at most its grace period
 * @param warmUp for how long after its start a pod uses extra CPU; zero for none
 * @param warmUpShare the extra CPU at the start as a fraction of the pod's CPU request; decreases
 *     linearly to 0 over the warm-up
 * @param scrapeInterval the interval of usage samples, metrics-server's metric resolution
 * @param writeEvents whether controllers, scheduler and kubelets write Normal events; warnings
 *     about loads are always written
 * @param nodes the number of nodes, {@code sandbox-node-1} and so on; at least 1
 * @param controllers the enabled controllers; other programs may replace the disabled ones
 */
public record SimulatorOptions(
    Duration schedulingDelay,
    Duration startDelay,
    Duration readinessDelay,
    Duration terminationTime,
    Duration warmUp,
    double warmUpShare,
    Duration scrapeInterval,
    boolean writeEvents,
    int nodes,
    Set<SimulatedController> controllers) {

  /** Pods are ready 9 s after their creation; 3 nodes, a scrape interval of 15 s. */
  public static final SimulatorOptions DEFAULT =
      new SimulatorOptions(
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          0.5,
          Duration.ofSeconds(15),
          true,
          3,
          SimulatedController.ALL);

  public SimulatorOptions {
    controllers = Set.copyOf(controllers);
    if (nodes < 1) {
      throw new IllegalArgumentException("nodes must be at least 1, but is " + nodes);
    }
    if (!scrapeInterval.isPositive()) {
      throw new IllegalArgumentException(
          "scrapeInterval must be more than 0, but is " + scrapeInterval);
    }
    if (!(warmUpShare >= 0)) {
      throw new IllegalArgumentException("warmUpShare must be at least 0, but is " + warmUpShare);
    }
  }

  /** A copy with other delays of pods. */
  public SimulatorOptions withPodTimes(
      Duration scheduling, Duration start, Duration readiness, Duration termination) {
    return new SimulatorOptions(
        scheduling,
        start,
        readiness,
        termination,
        warmUp,
        warmUpShare,
        scrapeInterval,
        writeEvents,
        nodes,
        controllers);
  }

  /** A copy with another warm-up. */
  public SimulatorOptions withWarmUp(Duration length, double share) {
    return new SimulatorOptions(
        schedulingDelay,
        startDelay,
        readinessDelay,
        terminationTime,
        length,
        share,
        scrapeInterval,
        writeEvents,
        nodes,
        controllers);
  }

  /** A copy with another scrape interval. */
  public SimulatorOptions withScrapeInterval(Duration interval) {
    return new SimulatorOptions(
        schedulingDelay,
        startDelay,
        readinessDelay,
        terminationTime,
        warmUp,
        warmUpShare,
        interval,
        writeEvents,
        nodes,
        controllers);
  }

  /** A copy with or without events. */
  public SimulatorOptions withWriteEvents(boolean write) {
    return new SimulatorOptions(
        schedulingDelay,
        startDelay,
        readinessDelay,
        terminationTime,
        warmUp,
        warmUpShare,
        scrapeInterval,
        write,
        nodes,
        controllers);
  }

  /** A copy with another number of nodes. */
  public SimulatorOptions withNodes(int count) {
    return new SimulatorOptions(
        schedulingDelay,
        startDelay,
        readinessDelay,
        terminationTime,
        warmUp,
        warmUpShare,
        scrapeInterval,
        writeEvents,
        count,
        controllers);
  }

  /** A copy with other enabled controllers. */
  public SimulatorOptions withControllers(Set<SimulatedController> working) {
    return new SimulatorOptions(
        schedulingDelay,
        startDelay,
        readinessDelay,
        terminationTime,
        warmUp,
        warmUpShare,
        scrapeInterval,
        writeEvents,
        nodes,
        working);
  }
}
