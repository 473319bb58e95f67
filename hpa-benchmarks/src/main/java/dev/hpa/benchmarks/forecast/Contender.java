package dev.hpa.benchmarks.forecast;

import dev.hpa.core.options.OptionKey;
import java.util.LinkedHashMap;
import java.util.Map;

/** A way to scale: the options of the autoscaler. */
enum Contender {
  REACTIVE("reactive", false, ""),
  SCHEDULE("schedule", true, ""),
  SEASONAL("seasonal", false, "seasonal"),
  HOLT_WINTERS("holt-winters", false, "holt-winters"),
  BOTH("schedule and seasonal", true, "seasonal");

  private final String text;
  private final boolean hasSchedule;
  private final String forecaster;

  Contender(String text, boolean hasSchedule, String forecaster) {
    this.text = text;
    this.hasSchedule = hasSchedule;
    this.forecaster = forecaster;
  }

  /** Whether this makes sense for a load. */
  boolean fits(SyntheticLoad load) {
    return !hasSchedule || load.schedule() != null;
  }

  /** The annotations of the autoscaler. */
  Map<String, String> annotations(SyntheticLoad load, String horizon) {
    Map<String, String> annotations = new LinkedHashMap<>();
    if (hasSchedule && load.schedule() != null) {
      annotations.put(OptionKey.PREFIX + "schedule.day", load.schedule());
    }
    if (!forecaster.isEmpty()) {
      annotations.put(OptionKey.FORECAST.annotation(), forecaster);
      annotations.put(OptionKey.FORECAST_HORIZON.annotation(), horizon);
      annotations.put(OptionKey.FORECAST_SEASON.annotation(), load.season());
    }
    return annotations;
  }

  @Override
  public String toString() {
    return text;
  }
}
