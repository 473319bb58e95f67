package dev.hpa.conformance.cases;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Resource usage of a pod.
 *
 * @param usage of each container, by resource
 * @param age time between the sample and the request; negative for a timestamp in the future
 * @param window the length of the measurement
 */
public record Sample(
    String pod, Map<String, Map<String, String>> usage, Duration age, Duration window) {

  private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(15);

  /** A sample of the default container with the current time and a window of 15 s. */
  public static Sample of(String pod, String resource, String amount) {
    return new Sample(
        pod, Map.of(Pod.CONTAINER, Map.of(resource, amount)), Duration.ZERO, DEFAULT_WINDOW);
  }

  /** Returns a copy with the usage of another container. */
  public Sample and(String container, String resource, String amount) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>(usage);
    all.put(container, Map.of(resource, amount));
    return new Sample(pod, all, age, window);
  }

  /** Returns a description. */
  String text() {
    String used =
        usage.entrySet().stream()
            .flatMap(
                container ->
                    container.getValue().entrySet().stream()
                        .map(
                            each ->
                                "%s of %s in container %s"
                                    .formatted(each.getValue(), each.getKey(), container.getKey())))
            .collect(Collectors.joining(", "));
    return "%s uses %s%s%s"
        .formatted(
            pod,
            used,
            age.isZero() ? "" : ", sampled " + GoDuration.format(age) + " ago",
            window.equals(DEFAULT_WINDOW) ? "" : ", over " + GoDuration.format(window));
  }

  public Sample over(Duration time) {
    return new Sample(pod, usage, age, time);
  }
}
