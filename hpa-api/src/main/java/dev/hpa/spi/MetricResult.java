package dev.hpa.spi;

/** The result of a {@link MetricQuery}: a {@link MetricReading} or a {@link MetricFailure}. */
public sealed interface MetricResult permits MetricReading, MetricFailure {}
