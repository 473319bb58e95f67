package dev.hpa.metrics.heapster;

import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Samples of a metric for each pod, in the order of the request.
 *
 * <p>The value of a pod is the mean of its newest sample and of the samples less than 1 minute
 * older: of the integers, rounded toward zero to milli-units, or of the floats if the newest sample
 * has one.
 */
record PodSamples(@Nullable List<Pod> items) {

  private static final Duration WINDOW = Duration.ofMinutes(1);

  private record Pod(@Nullable List<Sample> metrics) {}

  private record Sample(@Nullable Instant timestamp, long value, @Nullable Double floatValue) {
    Instant at() {
      return Objects.requireNonNullElse(timestamp, Timestamps.ZERO);
    }
  }

  static PodSamples read(String json) {
    return Json.read(json, PodSamples.class);
  }

  int size() {
    return items == null ? 0 : items.size();
  }

  /** Returns the values of the pods that have samples. */
  List<PodValue> values(List<String> pods) {
    List<PodValue> values = new ArrayList<>();
    List<Pod> responded = Objects.requireNonNullElse(items, List.of());
    for (int i = 0; i < responded.size(); i++) {
      List<Sample> samples = responded.get(i).metrics();
      if (samples != null && !samples.isEmpty()) {
        values.add(value(pods.get(i), samples));
      }
    }
    return values;
  }

  private static PodValue value(String pod, List<Sample> samples) {
    Sample newest = newest(samples);
    List<Sample> used =
        samples.stream().filter(each -> each.at().plus(WINDOW).isAfter(newest.at())).toList();
    long milli = newest.floatValue() == null ? meanOfIntegers(used) : meanOfFloats(used);
    return PodValue.of(pod, newest.at(), WINDOW, milli);
  }

  /** Returns the newest sample; the first of several with the same time. */
  private static Sample newest(List<Sample> samples) {
    Sample newest = samples.getFirst();
    for (Sample each : samples) {
      newest = newest.at().isBefore(each.at()) ? each : newest;
    }
    return newest;
  }

  private static long meanOfIntegers(List<Sample> samples) {
    return samples.stream().mapToLong(Sample::value).sum() * 1000 / samples.size();
  }

  private static long meanOfFloats(List<Sample> samples) {
    double sum = 0;
    int count = 0;
    for (Sample each : samples) {
      if (each.floatValue() != null) {
        sum += each.floatValue();
        count++;
      }
    }
    return (long) (sum / count * 1000);
  }
}
