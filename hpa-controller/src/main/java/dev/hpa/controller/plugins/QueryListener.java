package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.Collection;

/**
 * Observes the results of metric providers, on the threads of the reconciles. Must return quickly
 * and must not throw.
 */
@FunctionalInterface
public interface QueryListener {

  /**
   * The queries of an autoscaler have results.
   *
   * @param provider the name of the provider
   * @param waited how long the autoscaler waited, on the timeline
   * @param results one for each query, including failures of the provider
   */
  void answered(String provider, Duration waited, Collection<MetricResult> results);
}
