package dev.hpa.core;

import dev.hpa.api.GoDuration;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.forecast.LoadForecast.State;
import dev.hpa.core.options.ForecastOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Condition {@code ForecastActive}, and the forecasts in traces. */
final class ForecastText {

  static final String MUTED = "ForecastMuted";

  private static final double MILLI = 1000;
  private static final double PERCENT = 100;

  private final Situation situation;
  private final ForecastOptions option;
  private final ForecastRule rule;

  ForecastText(Situation situation, ForecastOptions option, ForecastRule rule) {
    this.situation = situation;
    this.option = option;
    this.rule = rule;
  }

  String reason(boolean determines) {
    if (determines) {
      return "ForecastAboveMetrics";
    }
    if (!situation.context().forecasts().problem().isEmpty()) {
      return "NoForecaster";
    }
    return switch (decisive()) {
      case FAILED -> "ForecasterFailed";
      case MUTED -> MUTED;
      case READY -> "ForecastNotAboveMetrics";
      case TOO_LITTLE_HISTORY -> "NoForecast";
      case null -> "NoForecast";
    };
  }

  String message(boolean determines) {
    if (determines) {
      return prefix() + " expects " + each(this::expected);
    }
    String problem = situation.context().forecasts().problem();
    if (!problem.isEmpty()) {
      return problem;
    }
    return switch (decisive()) {
      case FAILED -> prefix() + " failed: " + each(this::failure);
      case MUTED ->
          prefix() + " was worse than no change over the last season: " + each(this::muted);
      case READY -> prefix() + " expects no load that needs more replicas than the metrics propose";
      case TOO_LITTLE_HISTORY -> prefix() + " has too little history of the load";
      case null -> "no metric of a target with replicas was measured";
    };
  }

  private String prefix() {
    return "forecaster \"" + option.forecaster() + "\"";
  }

  /** The state that the condition reports; null without forecasts. */
  private @Nullable State decisive() {
    return rule.forecasts().stream()
        .filter(Objects::nonNull)
        .map(LoadForecast::state)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /** A part of a message for one metric; null for none. */
  private interface Part {
    @Nullable String of(int index, LoadForecast forecast);
  }

  private String each(Part part) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < rule.forecasts().size(); i++) {
      LoadForecast forecast = rule.forecasts().get(i);
      String text = forecast == null ? null : part.of(i, forecast);
      if (text != null) {
        parts.add(MetricName.of(queried(situation, i)) + text);
      }
    }
    return MessageText.bounded(String.join(", ", parts));
  }

  private @Nullable String expected(int index, LoadForecast forecast) {
    if (!(rule.outcomes().get(index) instanceof MetricOutcome.Raised raised)
        || forecast.load() == null) {
      return null;
    }
    return " to be %s within %s, for which %d replicas are needed"
        .formatted(
            load(queried(situation, index), forecast.load()),
            GoDuration.format(option.horizon()),
            raised.replicas());
  }

  private @Nullable String failure(int index, LoadForecast forecast) {
    return forecast.state() == State.FAILED ? ": " + forecast.problem() : null;
  }

  private @Nullable String muted(int index, LoadForecast forecast) {
    ForecastError error = forecast.error();
    return forecast.state() == State.MUTED
        ? " (error %s, no change %s)"
            .formatted(percent(error.forecast()), percent(error.noChange()))
        : null;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", PERCENT * share);
  }

  /** A load with three significant digits, such as {@code 1.25k} or {@code 340%}. */
  private static String load(Plan.Queried metric, double load) {
    if (MetricLoads.isPercent(metric)) {
      return Math.round(load / MILLI) + "%";
    }
    double digits = Math.pow(10, Math.floor(Math.log10(Math.max(1, load))) - 2);
    long rounded = (long) (Math.round(load / Math.max(1, digits)) * Math.max(1, digits));
    return MetricEvaluator.quantity(rounded, "").toString();
  }

  private static Plan.Queried queried(Situation situation, int index) {
    return ((MeasuredMetric.Read) situation.metrics().get(index)).metric();
  }

  /**
   * The forecast of a metric in a trace; null if there is none.
   *
   * @param thresholds of all metrics
   */
  static Trace.@Nullable Forecast trace(
      Situation situation, int index, MetricOutcome outcome, List<MetricThresholds> thresholds) {
    ForecastOptions option = situation.options().forecast();
    LoadForecast forecast = option == null ? null : ForecastRule.of(situation, index, outcome);
    if (option == null || forecast == null) {
      return null;
    }
    return new Trace.Forecast(
        option.forecaster(),
        forecast.state(),
        forecast.at(),
        forecast.load() == null ? null : Double.valueOf(forecast.load() / MILLI),
        forecast.past().stream().map(each -> each / MILLI).toList(),
        forecast.samples(),
        forecast.error(),
        forecast.problem().isEmpty() ? null : forecast.problem(),
        ForecastRule.proposal(situation, index, thresholds.get(index), forecast),
        outcome instanceof MetricOutcome.Raised);
  }
}
