package dev.hpa.metrics.custom;

import dev.hpa.api.MilliAmount;
import java.time.Duration;
import java.time.Instant;

/**
 * One value of a response.
 *
 * @param namespace namespace of the described object; empty if it is not stated
 * @param describedObjectName name of the described object
 * @param metric name of the metric; empty if it is not stated
 * @param timestamp time of the value
 * @param window length of the measurement window
 * @param amount value in milli-units
 */
record MetricValue(
    String namespace,
    String describedObjectName,
    String metric,
    Instant timestamp,
    Duration window,
    MilliAmount amount) {}
