package dev.hpa.metrics.custom;

import java.time.Duration;
import java.time.Instant;

/**
 * One value of a response.
 *
 * @param describedObjectName name of the described object
 * @param timestamp time of the value
 * @param window length of the measurement window
 * @param milliValue value in milli-units
 */
record MetricValue(
    String describedObjectName, Instant timestamp, Duration window, long milliValue) {}
