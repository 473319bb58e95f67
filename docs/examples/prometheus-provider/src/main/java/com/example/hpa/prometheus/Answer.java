package com.example.hpa.prometheus;

import dev.hpa.spi.MetricFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The response to an instant query. */
sealed interface Answer {

  /** The series of the answer, in the server's order; a scalar is one without labels. */
  record Samples(List<Sample> samples) implements Answer {}

  /** No answer, and why. */
  record None(MetricFailure failure) implements Answer {

    static None of(MetricFailure.Category category, String message) {
      return new None(new MetricFailure(category, OneLine.of(message)));
    }
  }

  /**
   * One series at one time.
   *
   * @param at the time the expression was evaluated for
   * @param milli the value in milli-units; none when it is no number that can be counted
   */
  record Sample(Map<String, String> labels, Instant at, OptionalLong milli) {}
}
