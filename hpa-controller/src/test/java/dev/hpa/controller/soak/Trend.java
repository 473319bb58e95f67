package dev.hpa.controller.soak;

import java.util.List;
import java.util.Optional;

/** Compares the begin of a series of samples with its end. */
final class Trend {

  private static final int MIN_SAMPLES = 6;

  private Trend() {}

  /**
   * Growth from the median of the first third to the median of the last third.
   *
   * @param share how much of the first median is no growth, such as 0.2
   * @param allowance how much more is no growth
   * @return what grew; empty when the series is flat, or shorter than six samples
   */
  static Optional<String> growth(String what, List<Long> samples, double share, long allowance) {
    if (samples.size() < MIN_SAMPLES) {
      return Optional.empty();
    }
    long first = first(samples);
    long last = last(samples);
    return last > first * (1 + share) + allowance
        ? Optional.of("%s: median grew from %d to %d: %s".formatted(what, first, last, samples))
        : Optional.empty();
  }

  /** The median of the first third of at least one sample. */
  static long first(List<Long> samples) {
    return median(samples.subList(0, third(samples)));
  }

  /** The median of the last third of at least one sample. */
  static long last(List<Long> samples) {
    return median(samples.subList(samples.size() - third(samples), samples.size()));
  }

  private static int third(List<Long> samples) {
    return Math.max(1, samples.size() / 3);
  }

  private static long median(List<Long> samples) {
    return samples.stream().sorted().skip(samples.size() / 2).findFirst().orElseThrow();
  }
}
