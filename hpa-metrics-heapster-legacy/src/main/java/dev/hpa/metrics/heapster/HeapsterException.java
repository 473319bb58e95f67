package dev.hpa.metrics.heapster;

import dev.hpa.spi.MetricFailure;

/** A query that Heapster cannot serve. */
final class HeapsterException extends Exception {

  private static final long serialVersionUID = 1;

  private final MetricFailure.Category category;

  HeapsterException(MetricFailure.Category category, String message) {
    super(message);
    this.category = category;
  }

  MetricFailure failure() {
    return new MetricFailure(category, String.valueOf(getMessage()));
  }
}
