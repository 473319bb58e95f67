package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.util.Set;

/**
 * How the simulated cluster behaves. All durations are in the time of the cluster's timeline.
 *
 * @param schedulingDelay from a pod's creation until it has a node
 * @param startDelay from then until its containers run: pulling images, starting up
 * @param readinessDelay from then until it is ready
 * @param terminationTime how long a pod takes to end; never more than its grace period
 * @param warmUp for how long after its start a pod needs extra CPU; zero for none
 * @param warmUpShare the extra CPU at the start as a share of the pod's CPU request, falling
 *     linearly to 0 over the warm-up
 * @param scrapeInterval how often usage is sampled, metrics-server's metric resolution
 * @param writeEvents whether controllers, scheduler and kubelets write core Events; warnings about
 *     loads are always written
 * @param nodes how many nodes there are, {@code sandbox-node-1} and on; at least 1
 * @param controllers the controllers that work; where one does not, another program may
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
    Set<Controller> controllers) {

  /** Pods are ready 9 s after their creation; three nodes, metrics every 15 s. */
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
          Controller.ALL);

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

  /** These options with other times of a pod's life. */
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

  /** These options with another warm-up. */
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

  /** These options with another interval between scrapes. */
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

  /** These options with or without events. */
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

  /** These options with another number of nodes. */
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

  /** These options with other controllers at work. */
  public SimulatorOptions withControllers(Set<Controller> working) {
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
