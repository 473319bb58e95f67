package dev.hpa.spi;

/** The result of a {@link MetricQuery}: a {@link MetricReading} or a {@link MetricFailure}. */
public sealed interface MetricResult permits MetricReading, MetricFailure {

  /**
   * What it takes in memory with all that it refers to, in bytes: at least what it does, as far as
   * its lists are no larger than arrays. The controller limits the memory of all results.
   */
  long memory();
}
