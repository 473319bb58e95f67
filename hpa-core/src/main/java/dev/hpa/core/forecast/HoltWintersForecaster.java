package dev.hpa.core.forecast;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Additive triple exponential smoothing (Holt 1957, Winters 1960): a level, a damped trend and one
 * offset for each slot of the season. Follows growth and days that differ from the others. Needs
 * two seasons.
 *
 * <p>With y the load, p the slot and φ the damping of the trend:
 *
 * <pre>
 * level  = α (y - season[p]) + (1 - α) (level + φ trend)
 * trend  = β (level - previous level) + (1 - β) φ trend
 * season[p] = γ (y - level) + (1 - γ) season[p]
 * </pre>
 *
 * The parameters are fixed: fitting them to each series costs more than the forecasts, and did not
 * improve them in the benchmark. Commons Math has no such smoothing.
 */
public final class HoltWintersForecaster implements Forecaster {

  /** The name in the annotation. */
  public static final String NAME = "holt-winters";

  private static final double LEVEL = 0.2;
  private static final double TREND = 0.01;
  private static final double DAMPING = 0.9;
  private static final double SEASON = 0.3;

  /** The number of slots that a season is divided into, at least; 5 minutes of a day. */
  private static final int SLOTS = 288;

  /** The constructor that {@link java.util.ServiceLoader} calls. */
  public HoltWintersForecaster() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
    long stepsPerSeason = Math.max(1, season.dividedBy(past.step()));
    int stepsPerSlot = (int) Math.max(1, stepsPerSeason / SLOTS);
    int slots = (int) Math.max(1, Math.round((double) stepsPerSeason / stepsPerSlot));
    double[] loads = averages(past, stepsPerSlot);
    if (loads.length < 2 * slots) {
      return OptionalDouble.empty();
    }
    double level = mean(loads, slots);
    if (Double.isNaN(level)) {
      return OptionalDouble.empty();
    }
    long target = Math.floorDiv(past.indexOf(at), stepsPerSlot);
    return OptionalDouble.of(smoothed(loads, slots, level, target));
  }

  private static double smoothed(double[] loads, int slots, double first, long target) {
    double level = first;
    double trend = 0;
    double[] offsets = new double[slots];
    for (int i = 0; i < slots; i++) {
      offsets[i] = Double.isNaN(loads[i]) ? 0 : loads[i] - level;
    }
    for (int i = slots; i < loads.length; i++) {
      double before = level;
      double damped = DAMPING * trend;
      if (Double.isNaN(loads[i])) {
        level += damped;
        trend = damped;
      } else {
        int slot = i % slots;
        level = LEVEL * (loads[i] - offsets[slot]) + (1 - LEVEL) * (level + damped);
        trend = TREND * (level - before) + (1 - TREND) * damped;
        offsets[slot] = SEASON * (loads[i] - level) + (1 - SEASON) * offsets[slot];
      }
    }
    double damping = 1;
    for (long i = loads.length; i <= target; i++) {
      damping *= DAMPING;
      level += damping * trend;
    }
    return Math.max(0, level + offsets[(int) Math.floorMod(target, (long) slots)]);
  }

  /** The average of the known samples of each slot; NaN if there are none. */
  private static double[] averages(LoadSeries past, int stepsPerSlot) {
    double[] loads = new double[past.size() / stepsPerSlot];
    for (int slot = 0; slot < loads.length; slot++) {
      double sum = 0;
      int known = 0;
      for (int i = slot * stepsPerSlot; i < (slot + 1) * stepsPerSlot; i++) {
        double value = past.get(i);
        if (!Double.isNaN(value)) {
          sum += value;
          known++;
        }
      }
      loads[slot] = known == 0 ? Double.NaN : sum / known;
    }
    return loads;
  }

  private static double mean(double[] values, int count) {
    return Arrays.stream(values, 0, count)
        .filter(each -> !Double.isNaN(each))
        .average()
        .orElse(Double.NaN);
  }
}
