package dev.hpa.controller.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.forecast.LoadForecast.State;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The recorded load of one metric with its latest forecast. A forecast is made once per step of the
 * record; the errors are computed 24 times per season. Thread-safe.
 */
final class RecordedLoads {

  /**
   * The times within the horizon that are forecast; the highest load applies. With the end of the
   * horizon alone, the pods for a peak that is shorter than the horizon would be removed again
   * before it begins.
   */
  private static final int POINTS = 4;

  private static final int ERRORS_PER_SEASON = 24;
  private static final int SAVES_PER_SEASON = 48;

  private final ForecastOptions options;
  private final LoadRecord record;
  private @Nullable LoadForecast latest;
  private @Nullable Instant latestMade;
  private ForecastError error = ForecastError.NONE;
  private @Nullable Instant errorAt;
  private boolean isRunning;
  private @Nullable JsonNode saved;
  private @Nullable Instant savedEnd;

  RecordedLoads(ForecastOptions options) {
    this.options = options;
    this.record = new LoadRecord(options);
  }

  /** Whether the record is one for these options. */
  synchronized boolean suits(ForecastOptions other) {
    return options.forecaster().equals(other.forecaster())
        && options.horizon().equals(other.horizon())
        && options.season().equals(other.season());
  }

  /** A record with the same loads for other options. */
  RecordedLoads changed(ForecastOptions other) {
    RecordedLoads changed = new RecordedLoads(other);
    changed.addPast(series());
    return changed;
  }

  /** Adds a measured load and returns the latest forecast. */
  LoadForecast observe(
      NamespacedName autoscaler, double load, Instant now, LoadForecasts.Callable called) {
    LoadSeries past = null;
    synchronized (this) {
      boolean isCompleted = record.add(load, now);
      if ((isCompleted || latest == null) && !isRunning) {
        isRunning = true;
        past = record.series();
      }
    }
    if (past != null) {
      LoadSeries known = past;
      called
          .calls()
          .call(
              autoscaler,
              () -> made(known, now, called.forecaster()),
              (made, problem) -> ended(made == null ? failed(known, now, problem) : made, now));
    }
    return latest(now);
  }

  private LoadForecast failed(LoadSeries past, Instant now, String problem) {
    return result(State.FAILED, null, now.plus(options.horizon()), past, problem);
  }

  private synchronized void ended(LoadForecast made, Instant now) {
    isRunning = false;
    latest = made;
    latestMade = now;
  }

  private LoadForecast made(LoadSeries past, Instant now, Forecaster forecaster) {
    Instant at = now.plus(options.horizon());
    Double highest = null;
    for (int point = POINTS; point > 0; point--) {
      Instant time = now.plus(options.horizon().multipliedBy(point).dividedBy(POINTS));
      OptionalDouble load = forecaster.forecast(past, time, options.season());
      if (load.isEmpty()) {
        return result(State.TOO_LITTLE_HISTORY, null, at, past, "");
      }
      double value = load.getAsDouble();
      if (!(value >= 0 && value < Float.MAX_VALUE)) {
        return result(State.FAILED, null, time, past, "it returned " + value);
      }
      if (highest == null || value > highest) {
        highest = value;
        at = time;
      }
    }
    ForecastError current = error(past, now, forecaster);
    return result(current.mutes() ? State.MUTED : State.READY, highest, at, past, "");
  }

  private ForecastError error(LoadSeries past, Instant now, Forecaster forecaster) {
    Duration interval = options.season().dividedBy(ERRORS_PER_SEASON);
    synchronized (this) {
      if (errorAt != null && now.isBefore(errorAt.plus(interval))) {
        return error;
      }
    }
    ForecastError computed =
        ForecastError.of(forecaster, past, options.horizon(), options.season());
    synchronized (this) {
      error = computed;
      errorAt = now;
    }
    return computed;
  }

  private LoadForecast result(
      State state, @Nullable Double load, Instant at, LoadSeries past, String problem) {
    return new LoadForecast(
        state, load, at, sameTime(past, at), past.known(), lastError(), problem);
  }

  private synchronized ForecastError lastError() {
    return error;
  }

  private List<Double> sameTime(LoadSeries past, Instant at) {
    List<Double> loads = new ArrayList<>();
    for (int season = 1; season <= LoadRecord.SEASONS; season++) {
      double load = past.getOrNaN(past.indexOf(at.minus(options.season().multipliedBy(season))));
      if (!Double.isNaN(load)) {
        loads.add(load);
      }
    }
    return loads;
  }

  /** A forecast that was not renewed in time is not used. */
  private synchronized LoadForecast latest(Instant now) {
    Instant made = latestMade;
    LoadForecast known = latest;
    if (known == null || made == null) {
      return new LoadForecast(
          State.TOO_LITTLE_HISTORY,
          null,
          now.plus(options.horizon()),
          List.of(),
          0,
          ForecastError.NONE,
          "");
    }
    return now.isAfter(made.plus(options.horizon()).plus(LoadRecord.step(options.season())))
        ? new LoadForecast(
            State.FAILED,
            null,
            known.at(),
            known.past(),
            known.samples(),
            known.error(),
            "it has not answered since " + made)
        : known;
  }

  /** Adds loads before those that are recorded. */
  synchronized void addPast(LoadSeries past) {
    record.addPast(past);
    errorAt = null;
    savedEnd = null;
  }

  /** The loads as JSON, renewed 48 times per season. */
  synchronized JsonNode saved() {
    JsonNode known = saved;
    Instant end = record.end();
    if (known == null
        || savedEnd == null
        || !end.isBefore(savedEnd.plus(options.season().dividedBy(SAVES_PER_SEASON)))) {
      known = SavedLoads.write(record.series());
      saved = known;
      savedEnd = end;
    }
    return known;
  }

  synchronized LoadSeries series() {
    return record.series();
  }

  synchronized Instant last() {
    return record.last();
  }

  ForecastOptions options() {
    return options;
  }
}
