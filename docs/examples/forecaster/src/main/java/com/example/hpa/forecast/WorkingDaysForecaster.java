package com.example.hpa.forecast;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.OptionalDouble;

/**
 * Forecasts the highest load at the same time on past days of the same kind: working days, or
 * weekends. With a season of 24 h it needs a few days of history, where a season of a week would
 * need a week.
 */
public final class WorkingDaysForecaster implements Forecaster {

  private static final ZoneId ZONE = ZoneId.of("Europe/Vienna");
  private static final Duration MARGIN = Duration.ofMinutes(5);

  /** The constructor that {@link java.util.ServiceLoader} calls. */
  public WorkingDaysForecaster() {}

  @Override
  public String name() {
    return "working-days";
  }

  @Override
  public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
    boolean isWorkingDay = isWorkingDay(at);
    double highest = -1;
    for (Instant same = at.minus(season); !same.isBefore(past.start()); same = same.minus(season)) {
      if (isWorkingDay(same) == isWorkingDay) {
        highest = Math.max(highest, highestAround(past, same));
      }
    }
    return highest < 0 ? OptionalDouble.empty() : OptionalDouble.of(highest);
  }

  private static boolean isWorkingDay(Instant time) {
    DayOfWeek day = time.atZone(ZONE).getDayOfWeek();
    return day != DayOfWeek.SATURDAY && day != DayOfWeek.SUNDAY;
  }

  /** The highest known load within the margin; -1 if there is none. */
  private static double highestAround(LoadSeries past, Instant time) {
    double highest = -1;
    long last = past.indexOf(time.plus(MARGIN));
    for (long i = past.indexOf(time.minus(MARGIN)); i <= last; i++) {
      double load = past.getOrNaN(i);
      if (load > highest) {
        highest = load;
      }
    }
    return highest;
  }
}
