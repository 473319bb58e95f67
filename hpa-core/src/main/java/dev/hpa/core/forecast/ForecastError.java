package dev.hpa.core.forecast;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The error of a forecaster over the last season, and that of the assumption that the load does not
 * change.
 *
 * <p>An error is the mean quantile loss for the quantile 0.9, divided by the mean load: missing
 * demand counts nine times as much as capacity that is not used, because a forecast is there to
 * prevent unserved demand. A forecast only raises, so that the greater of the forecast and the load
 * at the time of the forecast is compared with what came.
 *
 * <p>It is computed from the recorded load alone: each forecast of the season is made again from
 * the samples that were known at its time. It is therefore available after a restart, and equal for
 * equal histories.
 *
 * @param forecast the error of the forecaster, as a share of the load
 * @param noChange the error of the load at the time of the forecast
 * @param comparisons the number of forecasts that were compared
 */
public record ForecastError(double forecast, double noChange, int comparisons) {

  /** Nothing was compared. */
  public static final ForecastError NONE = new ForecastError(0, 0, 0);

  /**
   * The comparisons in a full season: every 5 minutes of a day. Fewer would miss a rise that is
   * shorter than the time between two of them.
   */
  private static final int COMPARISONS = 288;

  /** Fewer comparisons give no verdict. */
  private static final int REQUIRED = COMPARISONS / 4;

  private static final double QUANTILE = 0.9;

  /** Whether the forecaster is worse than no change. */
  public boolean mutes() {
    return comparisons >= REQUIRED && forecast > noChange;
  }

  /**
   * Compares the forecasts of the last season.
   *
   * @param horizon how long before their time forecasts are made
   */
  public static ForecastError of(
      Forecaster forecaster, LoadSeries past, Duration horizon, Duration season) {
    long perSeason = Math.max(1, season.dividedBy(past.step()));
    long ahead = Math.max(1, horizon.dividedBy(past.step()));
    double forecastLoss = 0;
    double noChangeLoss = 0;
    double loads = 0;
    int comparisons = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      long target = past.size() - 1 - i * perSeason / COMPARISONS;
      long made = target - ahead;
      double load = past.getOrNaN(target);
      double before = past.getOrNaN(made);
      if (made < 0 || Double.isNaN(load) || Double.isNaN(before)) {
        continue;
      }
      OptionalDouble forecast =
          forecaster.forecast(past.first((int) made + 1), past.timeAt(target), season);
      if (forecast.isPresent()) {
        forecastLoss += loss(Math.max(forecast.getAsDouble(), before), load);
        noChangeLoss += loss(before, load);
        loads += load;
        comparisons++;
      }
    }
    return loads == 0
        ? new ForecastError(forecastLoss > 0 ? 1 : 0, 0, comparisons)
        : new ForecastError(forecastLoss / loads, noChangeLoss / loads, comparisons);
  }

  private static double loss(double expected, double load) {
    return load > expected ? QUANTILE * (load - expected) : (1 - QUANTILE) * (expected - load);
  }
}
