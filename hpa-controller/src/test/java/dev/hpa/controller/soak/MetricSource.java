package dev.hpa.controller.soak;

/**
 * Where an autoscaler reads its metric.
 *
 * @param name unique among all sources
 * @param isShared whether reads for other autoscalers cannot be told from its own
 */
record MetricSource(String name, boolean isShared) {}
