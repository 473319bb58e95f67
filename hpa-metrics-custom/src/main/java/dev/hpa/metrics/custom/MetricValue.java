package dev.hpa.metrics.custom;

import java.time.Duration;
import java.time.Instant;

/**
 * One value of a response.
 *
 * @param object name of the described object
 * @param timestamp time of the value
 * @param window length of the measurement window
 * @param milli value in milli-units
 */
record MetricValue(String object, Instant timestamp, Duration window, long milli) {}
