package dev.hpa.core;

import dev.hpa.api.GoDuration;
import dev.hpa.core.options.TreatAsMissing;
import dev.hpa.core.replicas.MetricProblem;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code treat-as-missing}: answers that count as a failed metric although their source
 * does not report a failure. Sources that answer 0 or nothing during an outage would otherwise
 * scale every target to its minimum (kubernetes/kubernetes 104387); a negative value scales an
 * AverageValue target to its maximum (kedacore/keda 7880).
 */
final class MissingRule {

  private MissingRule() {}

  /**
   * Rejects an answer that the option names.
   *
   * @throws MetricProblem if the answer counts as a failure
   */
  static void check(MetricResult result, TreatAsMissing option, Instant now) throws MetricProblem {
    if (option.equals(TreatAsMissing.NOTHING) || result instanceof MetricFailure) {
      return;
    }
    MetricReading reading = (MetricReading) result;
    if (reading.isEmpty()) {
      if (option.empty()) {
        throw missing("empty", "empty");
      }
      return;
    }
    if (option.zero() && reading.isZero()) {
      throw missing("0", "zero");
    }
    if (option.negative() && reading.isNegative()) {
      throw missing("negative", "negative");
    }
    if (option.overflow() && reading.overflows()) {
      throw missing("too large for 64 bits", "overflow");
    }
    Duration limit = option.olderThan();
    Instant timestamp = timestamp(reading);
    if (limit != null && timestamp != null && timestamp.isBefore(now.minus(limit))) {
      String text = GoDuration.format(limit);
      throw missing("older than " + text, "older-than=" + text);
    }
  }

  private static MetricProblem missing(String what, String option) {
    return new MetricProblem(
        "the answer is " + what + ", which option treat-as-missing=" + option + " rejects");
  }

  private static @Nullable Instant timestamp(MetricReading reading) {
    return switch (reading) {
      case MetricReading.PodValues pods ->
          pods.values().stream()
              .map(PodValue::timestamp)
              .max(Comparator.naturalOrder())
              .orElse(null);
      case MetricReading.Series series -> series.timestamp();
      case MetricReading.SingleValue value -> value.timestamp();
    };
  }
}
