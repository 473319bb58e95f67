package com.example.hpa.prometheus;

import com.example.hpa.prometheus.QueryResult.Sample;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Converts samples to readings for the three kinds of queries.
 *
 * <p>NaN and infinities are not values. A pod with such a sample has no value, for which the
 * algorithm assumes the value that scales least. A single value or a sum with such a sample fails.
 * Negative numbers are passed on.
 */
final class Readings {

  private Readings() {}

  /** Returns one value for each pod that the label names. */
  static MetricResult perPod(List<Sample> samples, String podLabel, Duration window) {
    Set<String> seen = new HashSet<>();
    List<MetricReading.PodValue> values = new ArrayList<>();
    for (Sample sample : samples) {
      String pod = sample.labels().getOrDefault(podLabel, "");
      if (pod.isEmpty()) {
        return failure(
            Category.INVALID_QUERY, "the query returns a series without the label " + podLabel);
      }
      if (!seen.add(pod)) {
        return failure(
            Category.INVALID_QUERY, "the query returns several series for the pod " + pod);
      }
      sample
          .milli()
          .ifPresent(
              milli -> values.add(new MetricReading.PodValue(pod, sample.at(), window, milli)));
    }
    return values.isEmpty() ? noValue(samples) : new MetricReading.PodValues(values);
  }

  /** Returns the value of the only series. */
  static MetricResult single(List<Sample> samples) {
    if (samples.size() > 1) {
      return failure(
          Category.INVALID_QUERY,
          "the query returns " + samples.size() + " series; aggregate them to 1");
    }
    return switch (series(samples)) {
      case MetricReading.Series all -> new MetricReading.SingleValue(all.milli().getFirst());
      case MetricResult failure -> failure;
    };
  }

  /** Returns the values of all series. */
  static MetricResult series(List<Sample> samples) {
    List<Long> values = new ArrayList<>();
    for (Sample sample : samples) {
      if (sample.milli().isEmpty()) {
        return noValue(samples);
      }
      values.add(sample.milli().getAsLong());
    }
    return values.isEmpty() ? noValue(samples) : new MetricReading.Series(values);
  }

  private static MetricFailure noValue(List<Sample> samples) {
    return failure(
        Category.NO_DATA,
        samples.isEmpty() ? "the query returns no series" : "the query returns NaN or infinity");
  }

  private static MetricFailure failure(Category category, String message) {
    return new MetricFailure(category, OneLine.of(message));
  }
}
