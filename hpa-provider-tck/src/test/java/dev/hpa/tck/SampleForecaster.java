package dev.hpa.tck;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/** Forecasts the load of one season ago, or what a test replaces it with. */
public class SampleForecaster implements Forecaster {

  static final String NAME = "sample";

  private final String name;
  private final Forecasting forecasting;

  /** A forecaster that passes the contract. */
  public SampleForecaster() {
    this(NAME, SampleForecaster::lastSeason);
  }

  SampleForecaster(String name, Forecasting forecasting) {
    this.name = name;
    this.forecasting = forecasting;
  }

  /** The method of a forecaster. */
  interface Forecasting {
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
    return forecasting.forecast(past, at, season);
  }

  static OptionalDouble lastSeason(LoadSeries past, Instant at, Duration season) {
    double load = past.getOrNaN(past.indexOf(at.minus(season)));
    return Double.isNaN(load) ? OptionalDouble.empty() : OptionalDouble.of(load);
  }
}
