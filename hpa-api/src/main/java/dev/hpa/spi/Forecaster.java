package dev.hpa.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * Forecasts the load of an autoscaler's metric from its recorded past. {@link
 * java.util.ServiceLoader} finds implementations through {@code
 * META-INF/services/dev.hpa.spi.Forecaster}; they are public classes with a public no-argument
 * constructor without side effects.
 *
 * <p>A forecaster is a pure function: it has no state, reads no clock and performs no I/O, so that
 * a decision can be repeated. It is called by several threads.
 */
public interface Forecaster {

  /**
   * The name in the annotation {@code hpa.dev/forecast}, unique among all forecasters: lower-case
   * letters, digits and hyphens.
   */
  String name();

  /**
   * Forecasts the load at a time.
   *
   * @param past the recorded load; may be short or have gaps
   * @param at a time after the end of the past
   * @param season the length of the pattern that repeats, longer than the time from the end of the
   *     past to {@code at}
   * @return the load, finite and not negative, in the unit of the past; empty if the past is too
   *     short or has too many gaps
   */
  OptionalDouble forecast(LoadSeries past, Instant at, Duration season);
}
