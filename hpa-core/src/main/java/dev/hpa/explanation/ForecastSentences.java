package dev.hpa.explanation;

import dev.hpa.api.Timestamps;
import dev.hpa.core.Trace;
import dev.hpa.core.forecast.ForecastError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The sentences about the forecast of one metric. */
final class ForecastSentences {

  private static final double PERCENT = 100;

  private ForecastSentences() {}

  /**
   * @param unit follows each load
   */
  static List<String> of(Trace.Forecast forecast, String unit) {
    List<String> sentences = new ArrayList<>();
    sentences.add(expected(forecast, unit));
    if (!forecast.past().isEmpty()) {
      sentences.add(
          "The load at the same time in past seasons was "
              + forecast.past().stream()
                  .map(each -> load(each, unit))
                  .collect(Collectors.joining(", "))
              + ".");
    }
    ForecastError error = forecast.error();
    if (error.comparisons() > 0) {
      sentences.add(
          "Over the last season the error is %s, that of no change %s."
              .formatted(percent(error.forecast()), percent(error.noChange())));
    }
    sentences.add(effect(forecast));
    return sentences;
  }

  private static String expected(Trace.Forecast forecast, String unit) {
    String name =
        "Forecast by " + forecast.forecaster() + " for " + Timestamps.format(forecast.at());
    String samples = " from " + TraceText.count(forecast.samples(), "sample");
    return forecast.load() == null
        ? name + ": none" + samples + "."
        : name + ": a load of " + load(forecast.load(), unit) + samples + ".";
  }

  private static String effect(Trace.Forecast forecast) {
    return switch (forecast.state()) {
      case TOO_LITTLE_HISTORY -> "The history is too short.";
      case MUTED -> "The forecaster is worse than no change, and is not used.";
      case FAILED -> "The forecaster failed: " + forecast.problem() + ".";
      case READY ->
          "Proposed replicas for it: ceil(load ÷ target) = "
              + forecast.replicas()
              + (forecast.raises() ? ", which is more." : ", which is not more.");
    };
  }

  private static String load(double load, String unit) {
    return String.format(Locale.ROOT, Math.abs(load) < 100 ? "%.2f" : "%.0f", load) + unit;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", PERCENT * share);
  }
}
