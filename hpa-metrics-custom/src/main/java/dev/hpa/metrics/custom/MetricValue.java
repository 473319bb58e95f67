package dev.hpa.metrics.custom;

import java.time.Duration;
import java.time.Instant;

/**
 * One value of an answer.
 *
 * @param object name of the described object
 * @param milli in thousandths
 */
record MetricValue(String object, Instant timestamp, Duration window, long milli) {}
