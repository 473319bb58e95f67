package dev.hpa.controller.soak;

/**
 * The source of the metric of an autoscaler.
 *
 * @param name unique among all sources
 * @param isShared whether its reads cannot be distinguished from those for other autoscalers
 */
record MetricSource(String name, boolean isShared) {}
