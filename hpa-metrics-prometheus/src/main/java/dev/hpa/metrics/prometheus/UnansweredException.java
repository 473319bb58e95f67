package dev.hpa.metrics.prometheus;

import dev.hpa.spi.MetricFailure;
import java.io.Serial;

/** A query without a value, with the reason. */
final class UnansweredException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  private final MetricFailure.Category category;

  UnansweredException(MetricFailure.Category category, String message) {
    super(message, null, false, false);
    this.category = category;
  }

  MetricFailure failure() {
    return new MetricFailure(category, String.valueOf(getMessage()));
  }
}
