package dev.hpa.sandbox.metrics;

import dev.hpa.sandbox.workload.PodMetricsSource;

/**
 * What the metrics APIs are answered from.
 *
 * @param pods what pods and nodes use
 * @param custom the metrics of objects
 * @param values the values of all series, external ones included
 * @param apis which APIs there are
 */
public record MetricsPipeline(
    PodMetricsSource pods, CustomMetrics custom, MetricValues values, MetricsApis apis) {}
