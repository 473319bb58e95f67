package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The measured usage of a pod, rounded as in the metrics API.
 *
 * @param end the end of the window
 * @param window the length of the window
 */
public record MeasuredPodUsage(
    String pod, Instant end, Duration window, List<Container> containers) {

  /**
   * The usage of a container.
   *
   * @param nanoCores the average over the window
   * @param memoryKib in KiB, at the end of the window
   */
  public record Container(String name, long nanoCores, long memoryKib) {}

  /** CPU in the format of the API. */
  static String cpuText(long nanoCores) {
    return nanoCores == 0 ? "0" : nanoCores + "n";
  }

  /** Memory in the format of the API. */
  static String memoryText(long kib) {
    return kib + "Ki";
  }
}
