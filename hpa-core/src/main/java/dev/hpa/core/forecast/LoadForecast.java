package dev.hpa.core.forecast;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forecast of the load of one metric, in thousandths of the unit of the target as {@link
 * dev.hpa.core.MetricLoads}.
 *
 * @param state whether the load may be used
 * @param load the highest expected load within the horizon; null if there is none
 * @param at the time for which it is expected
 * @param past the recorded loads at the same time in past seasons, the latest first; without those
 *     that are not recorded
 * @param samples the number of recorded samples
 * @param error the errors over the last season
 * @param problem the failure of the forecaster; empty if it did not fail
 */
public record LoadForecast(
    State state,
    @Nullable Double load,
    Instant at,
    List<Double> past,
    int samples,
    ForecastError error,
    String problem) {

  /**
   * Whether a forecast may be used. Of several forecasts the condition {@code ForecastActive}
   * reports the last of these states.
   */
  public enum State {
    /** The forecaster needs a longer past, or one with fewer gaps. */
    TOO_LITTLE_HISTORY,
    /** It takes part in the decision. */
    READY,
    /** The forecaster was worse than no change over the last season. */
    MUTED,
    /** The forecaster failed, or has not answered in time. */
    FAILED
  }

  public LoadForecast {
    past = List.copyOf(past);
  }
}
