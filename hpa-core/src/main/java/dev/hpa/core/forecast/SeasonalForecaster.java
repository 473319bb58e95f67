package dev.hpa.core.forecast;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The 0.9 quantile of the load at the same time in past seasons, and shortly before and after it.
 * Needs one season. Does not follow growth; makes no assumption about the form of the load.
 */
public final class SeasonalForecaster implements Forecaster {

  /** The name in the annotation. */
  public static final String NAME = "seasonal";

  private static final double QUANTILE = 0.9;

  /** The neighborhood on each side as a part of the season: 5 minutes of a day. */
  private static final int NEIGHBORHOOD = 288;

  /** The constructor that {@link java.util.ServiceLoader} calls. */
  public SeasonalForecaster() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
    long perSeason = Math.max(1, season.dividedBy(past.step()));
    long radius = Math.max(1, perSeason / NEIGHBORHOOD);
    double[] found = new double[16];
    int count = 0;
    for (Instant same = at.minus(season); !same.isBefore(past.start()); same = same.minus(season)) {
      long center = past.indexOf(same);
      for (long i = center - radius; i <= center + radius; i++) {
        double value = past.getOrNaN(i);
        if (!Double.isNaN(value)) {
          found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
          found[count++] = value;
        }
      }
    }
    if (count == 0) {
      return OptionalDouble.empty();
    }
    Arrays.sort(found, 0, count);
    return OptionalDouble.of(found[(int) Math.ceil(QUANTILE * count) - 1]);
  }
}
