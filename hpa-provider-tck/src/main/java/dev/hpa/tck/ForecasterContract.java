package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Forecaster} as tests. An author extends this class and supplies the
 * forecaster. The loads of the tests are invented; they prove that the forecaster can be used, and
 * not that its forecasts are good.
 */
public abstract class ForecasterContract {

  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HORIZON = Duration.ofMinutes(15);
  private static final int DAY_SAMPLES = 1440;
  private static final int WEEK_SAMPLES = 7 * DAY_SAMPLES;

  /** Returns a new forecaster. */
  protected abstract Forecaster forecaster();

  /** Returns the longest time of one forecast from the samples of a week. Default 1 s. */
  protected Duration timeLimit() {
    return Duration.ofSeconds(1);
  }

  private OptionalDouble forecast(LoadSeries past) {
    return forecaster().forecast(past, past.end().plus(HORIZON), DAY);
  }

  private static LoadSeries series(int samples, IntToDoubleFunction load) {
    float[] values = new float[samples];
    for (int i = 0; i < samples; i++) {
      values[i] = (float) load.applyAsDouble(i);
    }
    return LoadSeries.of(START, MINUTE, values);
  }

  private static double daily(int minute) {
    return 100 + 80 * Math.sin(2 * Math.PI * minute / DAY_SAMPLES);
  }

  private static void requireLoad(OptionalDouble forecast, String what) {
    forecast.ifPresent(
        load ->
            assertTrue(
                load >= 0 && load < Float.MAX_VALUE,
                what + ": \"" + load + "\" is not a load; return a finite number of 0 or more"));
  }

  @Test
  final void nameHasLettersDigitsAndDashes() {
    Declarations.checkName("forecaster", forecaster().name());
  }

  @Test
  final void forecasterIsRegistered() {
    Declarations.checkIsRegistered(Forecaster.class, forecaster().getClass());
  }

  @Test
  final void constructorStartsNoThread() throws Exception {
    Declarations.checkIsCheap(Forecaster.class, forecaster().getClass());
  }

  @Test
  final void equalPastsHaveEqualForecasts() {
    LoadSeries past = series(3 * DAY_SAMPLES, ForecasterContract::daily);
    Forecaster used = forecaster();
    OptionalDouble first = used.forecast(past, past.end().plus(HORIZON), DAY);
    used.forecast(past.first(2 * DAY_SAMPLES), past.end(), DAY);
    used.forecast(series(3 * DAY_SAMPLES, i -> 5), past.end().plus(HORIZON), DAY);
    OptionalDouble second = used.forecast(past, past.end().plus(HORIZON), DAY);
    assertEquals(first, second, "second forecast of the same forecaster");
    assertEquals(first, forecast(past), "forecast of a new forecaster");
  }

  @Test
  final void aWeekOfSamplesIsEnough() {
    LoadSeries past = series(WEEK_SAMPLES, ForecasterContract::daily);
    OptionalDouble forecast = forecast(past);
    assertTrue(forecast.isPresent(), "there is no forecast from 7 seasons");
    requireLoad(forecast, "forecast from a week");
  }

  @Test
  final void shortPastsAreAccepted() {
    for (int samples : new int[] {0, 1, 2, 10, 59, DAY_SAMPLES - 1, DAY_SAMPLES}) {
      requireLoad(
          forecast(series(samples, ForecasterContract::daily)),
          "forecast from " + samples + " samples");
    }
    assertEquals(OptionalDouble.empty(), forecast(series(0, i -> 0)), "forecast from no sample");
  }

  @Test
  final void gapsAreAccepted() {
    float[] empty = new float[WEEK_SAMPLES];
    Arrays.fill(empty, Float.NaN);
    assertEquals(
        OptionalDouble.empty(),
        forecast(LoadSeries.of(START, MINUTE, empty)),
        "forecast from a past without a known sample");
    requireLoad(
        forecast(series(WEEK_SAMPLES, i -> i % 7 == 0 ? Double.NaN : daily(i))),
        "forecast from a past in which every 7th sample is unknown");
    requireLoad(
        forecast(
            series(
                WEEK_SAMPLES, i -> i > DAY_SAMPLES && i < 2 * DAY_SAMPLES ? Double.NaN : daily(i))),
        "forecast from a past without its second day");
    requireLoad(
        forecast(series(WEEK_SAMPLES, i -> i < WEEK_SAMPLES - 90 ? daily(i) : Double.NaN)),
        "forecast from a past without its last 90 minutes");
  }

  @Test
  final void extremeLoadsAreAccepted() {
    requireLoad(forecast(series(WEEK_SAMPLES, i -> 0)), "forecast from loads of 0");
    requireLoad(forecast(series(WEEK_SAMPLES, i -> 1e30)), "forecast from loads of 1e30");
    requireLoad(
        forecast(series(WEEK_SAMPLES, i -> Math.max(0, 5000 - i))), "forecast from a falling load");
    Random random = new Random(7);
    requireLoad(
        forecast(series(WEEK_SAMPLES, i -> random.nextInt(50) == 0 ? 1e6 : random.nextDouble())),
        "forecast from a load with spikes");
  }

  @Test
  final void seasonNeedNotBeAMultipleOfTheStep() {
    LoadSeries past = series(WEEK_SAMPLES, ForecasterContract::daily);
    for (Duration season :
        new Duration[] {Duration.ofHours(1), Duration.ofSeconds(5555), DAY.multipliedBy(35)}) {
      requireLoad(
          forecaster().forecast(past, past.end().plus(HORIZON), season),
          "forecast for a season of " + season);
    }
  }

  @Test
  final void aForecastIsFast() {
    LoadSeries past = series(WEEK_SAMPLES, ForecasterContract::daily);
    assertTimeoutPreemptively(
        timeLimit(), () -> forecast(past), "forecast from the samples of a week");
  }
}
