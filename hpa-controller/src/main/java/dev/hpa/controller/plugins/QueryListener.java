package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.Collection;

/** Is told what providers answer, by the threads that asked: it must be quick and must not fail. */
@FunctionalInterface
public interface QueryListener {

  /**
   * An autoscaler's queries have their results.
   *
   * @param provider who was asked
   * @param waited how long the autoscaler waited, on the timeline
   * @param results one for each query, failures of the provider included
   */
  void answered(String provider, Duration waited, Collection<MetricResult> results);
}
