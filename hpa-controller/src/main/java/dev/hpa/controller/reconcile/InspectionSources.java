package dev.hpa.controller.reconcile;

import dev.hpa.spi.ScaleClient;

/**
 * What explanations are read with. Their clients have a separate rate limit, so that the readers of
 * explanations do not delay the autoscalers.
 *
 * @param scales never writes
 */
public record InspectionSources(ScaleClient scales, MetricReader metrics) {}
