package dev.hpa.controller.soak;

import java.time.Duration;
import java.util.List;

/**
 * The length and composition of a soak run.
 *
 * @param autoscalers the number of autoscalers, each with its own Deployment
 * @param namespaces among which they are distributed
 * @param length in the time of the cluster
 * @param calm at least so long, and at most twice, between faults
 * @param faults which occur, each as often as the others
 * @param seed of everything random
 */
record SoakOptions(
    int autoscalers,
    int namespaces,
    Duration length,
    Duration calm,
    List<FaultKind> faults,
    long seed) {

  SoakOptions {
    faults = List.copyOf(faults);
  }

  /** A thousand autoscalers and every fault. */
  static SoakOptions large(Duration length, Duration calm) {
    return new SoakOptions(
        Integer.getInteger("soak.autoscalers", 1000),
        20,
        length,
        calm,
        List.of(FaultKind.values()),
        Long.getLong("soak.seed", System.nanoTime()));
  }
}
