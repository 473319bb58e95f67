package dev.hpa.core.options;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The forecast of an autoscaler's load.
 *
 * @param forecaster the name of the forecaster; there need not be one with this name
 * @param horizon how far ahead the load is forecast; positive, at most half of the season
 * @param season the length of the pattern that repeats
 * @param query for the past load of the first metric; null for none
 */
public record ForecastOptions(
    String forecaster, Duration horizon, Duration season, @Nullable ForecastQuery query) {

  /** The horizon if none is set. */
  public static final Duration DEFAULT_HORIZON = Duration.ofMinutes(15);

  /** The season if none is set. */
  public static final Duration DEFAULT_SEASON = Duration.ofHours(24);

  /** The shortest horizon. */
  public static final Duration MIN_HORIZON = Duration.ofMinutes(1);

  /** The shortest season. */
  public static final Duration MIN_SEASON = Duration.ofHours(1);

  /** The longest season: five weeks. */
  public static final Duration MAX_SEASON = Duration.ofDays(35);
}
