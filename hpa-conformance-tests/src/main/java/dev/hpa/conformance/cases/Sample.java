package dev.hpa.conformance.cases;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a pod uses.
 *
 * @param usage of each container, by resource
 * @param age how long before it is asked for it was taken; negative for later than now
 * @param window how long it was measured
 */
public record Sample(
    String pod, Map<String, Map<String, String>> usage, Duration age, Duration window) {

  /** Taken just now. */
  public static Sample of(String pod, String resource, String amount) {
    return new Sample(
        pod,
        Map.of(Pod.CONTAINER, Map.of(resource, amount)),
        Duration.ZERO,
        Duration.ofSeconds(15));
  }

  /** With what another container uses, too. */
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
