package dev.hpa.core;

import dev.hpa.spi.MetricResult;

/** A metric of the plan with what was read for it. */
public sealed interface MeasuredMetric {

  /** The metric as planned. */
  Plan.PlannedMetric metric();

  /** A metric that was read. */
  record Read(Plan.Queried metric, MetricResult result) implements MeasuredMetric {}

  /** A metric whose spec is invalid, so that nothing could be read. */
  record Unread(Plan.PlannedMetric metric) implements MeasuredMetric {}
}
