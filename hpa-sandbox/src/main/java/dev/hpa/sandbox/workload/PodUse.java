package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a pod used of the resources that are measured, rounded as the metrics API shows it.
 *
 * @param end of the time it was measured over
 * @param window length of that time
 */
public record PodUse(String pod, Instant end, Duration window, List<Container> containers) {

  /**
   * What a container used.
   *
   * @param nanoCores on average over the window
   * @param memoryKib in KiB, at the end
   */
  public record Container(String name, long nanoCores, long memoryKib) {}

  /** CPU as the API writes it. */
  static String cpuText(long nanoCores) {
    return nanoCores == 0 ? "0" : nanoCores + "n";
  }

  /** Memory as the API writes it. */
  static String memoryText(long kib) {
    return kib + "Ki";
  }
}
