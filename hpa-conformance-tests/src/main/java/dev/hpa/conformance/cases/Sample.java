package dev.hpa.conformance.cases;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Resource usage of a pod.
 *
 * @param usage of each container, by resource
 * @param age time between the sample and the request; negative for a timestamp in the future
 * @param window the length of the measurement
 */
public record Sample(
    String pod, Map<String, Map<String, String>> usage, Duration age, Duration window) {

  /** A sample of the default container with the current time and a window of 15 s. */
  public static Sample of(String pod, String resource, String amount) {
    return new Sample(
        pod,
        Map.of(Pod.CONTAINER, Map.of(resource, amount)),
        Duration.ZERO,
        Duration.ofSeconds(15));
  }

  /** Returns a copy with the usage of another container. */
  public Sample and(String container, String resource, String amount) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>(usage);
    all.put(container, Map.of(resource, amount));
    return new Sample(pod, all, age, window);
  }

  public Sample taken(Duration before) {
    return new Sample(pod, usage, before, window);
  }

  public Sample over(Duration time) {
    return new Sample(pod, usage, age, time);
  }
}
