package dev.hpa.core.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ForecastersTest {

  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration HORIZON = Duration.ofMinutes(15);
  private static final Forecaster SEASONAL = new SeasonalForecaster();
  private static final Forecaster HOLT_WINTERS = new HoltWintersForecaster();

  private static LoadSeries minutes(int count, IntToDoubleFunction load) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) load.applyAsDouble(i);
    }
    return LoadSeries.of(START, Duration.ofMinutes(1), values);
  }

  /** 10, and 100 from 09:00 to 17:00. */
  private static double office(int minute) {
    int ofDay = minute % 1440;
    return ofDay >= 540 && ofDay < 1020 ? 100 : 10;
  }

  private static double forecast(Forecaster forecaster, LoadSeries past, int minute) {
    return forecaster.forecast(past, START.plus(Duration.ofMinutes(minute)), DAY).orElseThrow();
  }

  @Test
  void aStepIsForecastBeforeItComes() {
    LoadSeries past = minutes(3 * 1440 + 530, ForecastersTest::office);
    assertEquals(100, forecast(SEASONAL, past, 3 * 1440 + 550));
    assertEquals(100, forecast(HOLT_WINTERS, past, 3 * 1440 + 550), 1);
    assertEquals(10, forecast(SEASONAL, past, 3 * 1440 + 532));
    assertEquals(10, forecast(HOLT_WINTERS, past, 3 * 1440 + 532), 1);
  }

  @Test
  void seasonalIsTheQuantileOfTheNeighborhoodInPastSeasons() {
    // Days of 10, 20 and 30; the neighborhood has 11 minutes of each: the 30th of 33 values.
    LoadSeries past = minutes(3 * 1440, i -> 10 * (1 + i / 1440));
    assertEquals(30, forecast(SEASONAL, past, 3 * 1440 + 100));
    LoadSeries outlier = minutes(3 * 1440, i -> i == 100 ? 1000 : 10);
    assertEquals(10, forecast(SEASONAL, outlier, 3 * 1440 + 100));
  }

  @Test
  void seasonalNeedsOneSeason() {
    Instant at = START.plus(DAY);
    LoadSeries late = minutes(1000, i -> 10);
    assertEquals(OptionalDouble.of(10), SEASONAL.forecast(late, at, DAY));
    assertEquals(
        OptionalDouble.empty(), SEASONAL.forecast(late, at.minus(Duration.ofHours(2)), DAY));
  }

  @Test
  void holtWintersNeedsTwoSeasons() {
    LoadSeries almost = minutes(2 * 1440 - 5, i -> 10);
    assertEquals(
        OptionalDouble.empty(),
        HOLT_WINTERS.forecast(almost, START.plus(DAY.multipliedBy(2)), DAY));
    LoadSeries enough = minutes(2 * 1440, i -> 10);
    assertEquals(10, forecast(HOLT_WINTERS, enough, 2 * 1440 + 5), 1e-6);
  }

  /** The formula of its documentation, computed elsewhere. */
  @Test
  void holtWintersSmoothsLevelTrendAndSeason() {
    double[] loads = {100, 300, 200, 400, 140, 380, 260, 480, 200, Double.NaN, 300, 560, 260};
    LoadSeries past = minutes(loads.length, i -> loads[i]);
    assertEquals(407.7199441227305, ofFour(past, 13), 1e-9);
    assertEquals(309.46427972236995, ofFour(past, 14), 1e-9);
    assertEquals(229.15832249345053, ofFour(past, 20), 1e-9);
    LoadSeries unknown = minutes(8, i -> i == 0 ? Double.NaN : loads[i]);
    assertEquals(281.1350366319516, ofFour(unknown, 8), 1e-9);
  }

  /** Of a season of 4 minutes. */
  private static double ofFour(LoadSeries past, int minute) {
    Instant at = START.plus(Duration.ofMinutes(minute));
    return HOLT_WINTERS.forecast(past, at, Duration.ofMinutes(4)).orElseThrow();
  }

  @Test
  void holtWintersFollowsTheLevelOfTheDay() {
    // The fourth day has half of the load.
    LoadSeries past = minutes(3 * 1440 + 720, i -> office(i) * (i >= 3 * 1440 ? 0.5 : 1));
    double level = forecast(HOLT_WINTERS, past, 3 * 1440 + 735);
    assertTrue(level < 60, "forecast " + level);
    assertEquals(100, forecast(SEASONAL, past, 3 * 1440 + 735));
  }

  @Test
  void gapsDoNotShiftTheSeason() {
    LoadSeries past = minutes(4 * 1440 + 530, i -> i > 1500 && i < 2700 ? Double.NaN : office(i));
    assertEquals(100, forecast(SEASONAL, past, 4 * 1440 + 550));
    assertEquals(100, forecast(HOLT_WINTERS, past, 4 * 1440 + 550), 5);
  }

  @Test
  void equalPastsHaveEqualErrors() {
    LoadSeries past = minutes(3 * 1440, ForecastersTest::office);
    assertEquals(
        ForecastError.of(SEASONAL, past, HORIZON, DAY),
        ForecastError.of(new SeasonalForecaster(), past, HORIZON, DAY));
  }

  @Test
  void aForecasterThatSeesThePatternIsNotMuted() {
    ForecastError error =
        ForecastError.of(SEASONAL, minutes(3 * 1440, ForecastersTest::office), HORIZON, DAY);
    assertEquals(288, error.comparisons());
    assertTrue(error.forecast() < error.noChange(), error.toString());
    assertFalse(error.mutes());
  }

  @Test
  void aLoadWithoutAPatternMutesTheForecaster() {
    Random random = new Random(29);
    double[] walk = new double[4 * 1440];
    walk[0] = 1000;
    for (int i = 1; i < walk.length; i++) {
      walk[i] = Math.max(10, walk[i - 1] + 20 * random.nextGaussian());
    }
    ForecastError error = ForecastError.of(SEASONAL, minutes(4 * 1440, i -> walk[i]), HORIZON, DAY);
    assertTrue(error.mutes(), error.toString());
  }

  @Test
  void aFallenLoadMutesUntilTheForecasterHasSeenIt() {
    // From the fifth day on the load has no peak.
    IntToDoubleFunction load = i -> i < 4 * 1440 ? office(i) : 10;
    assertFalse(
        ForecastError.of(SEASONAL, minutes(4 * 1440, load), HORIZON, DAY).mutes(), "before");
    assertTrue(
        ForecastError.of(SEASONAL, minutes(5 * 1440, load), HORIZON, DAY).mutes(), "first day");
    LoadSeries later = minutes(9 * 1440, load);
    float[] kept = new float[4 * 1440];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = (float) later.get(5 * 1440 + i);
    }
    LoadSeries recent = LoadSeries.of(START.plus(DAY.multipliedBy(5)), later.step(), kept);
    assertFalse(ForecastError.of(SEASONAL, recent, HORIZON, DAY).mutes(), "after");
  }

  @Test
  void withoutEnoughComparisonsThereIsNoVerdict() {
    assertFalse(new ForecastError(2, 1, 71).mutes());
    assertTrue(new ForecastError(2, 1, 72).mutes());
    assertFalse(new ForecastError(1, 1, 288).mutes());
    LoadSeries day = minutes(1440, ForecastersTest::office);
    assertEquals(0, ForecastError.of(SEASONAL, day, HORIZON, DAY).comparisons());
    assertEquals(ForecastError.NONE, ForecastError.of(SEASONAL, day.first(0), HORIZON, DAY));
  }
}
