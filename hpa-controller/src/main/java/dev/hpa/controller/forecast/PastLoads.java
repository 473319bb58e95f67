package dev.hpa.controller.forecast;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.spi.LoadSeries;
import java.time.Instant;
import java.util.function.Consumer;

/** A source of loads from before they were recorded. */
@FunctionalInterface
public interface PastLoads extends AutoCloseable {

  /** No source. */
  PastLoads NONE = (autoscaler, options, now, found) -> {};

  /**
   * Requests the past load of the first metric of an autoscaler. Returns at once. A failure is
   * logged, and the request may be repeated.
   *
   * @param found receives the loads, in the unit of {@link dev.hpa.core.MetricLoads}
   */
  void request(
      NamespacedName autoscaler, ForecastOptions options, Instant now, Consumer<LoadSeries> found);

  @Override
  default void close() {}
}
