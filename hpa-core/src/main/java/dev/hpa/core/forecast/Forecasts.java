package dev.hpa.core.forecast;

import dev.hpa.api.ImmutableCopies;
import java.util.Map;

/**
 * The forecasts of an autoscaler. Immutable.
 *
 * @param metrics the forecasts by the key of the metric in {@link dev.hpa.core.MetricLoads#of}
 * @param problem why there is no forecast of any metric; empty if there may be
 */
public record Forecasts(Map<String, LoadForecast> metrics, String problem) {

  /** No forecasts. */
  public static final Forecasts NONE = new Forecasts(Map.of(), "");

  public Forecasts {
    metrics = ImmutableCopies.map(metrics);
  }

  /** No forecasts, because of a problem with the option. */
  public static Forecasts unavailable(String problem) {
    return new Forecasts(Map.of(), problem);
  }
}
