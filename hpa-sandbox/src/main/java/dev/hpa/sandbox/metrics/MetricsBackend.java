package dev.hpa.sandbox.metrics;

import dev.hpa.sandbox.workload.PodMetricsSource;

/**
 * The data behind the metrics APIs.
 *
 * @param pods the usage of pods and nodes
 * @param custom the metrics of objects
 * @param values the values of all series, including external metrics
 * @param apis the served APIs
 */
public record MetricsBackend(
    PodMetricsSource pods, CustomMetrics custom, MetricValues values, ServedMetricsApis apis) {}
