package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.explanation.TraceJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The forecasts of a controller as JSON, in entries of {@link ScenarioHistory}: {@code {forecasts:
 * {metric: {state, load, at, past, samples, error, problem}}}} with loads in the unit of the
 * target.
 */
final class ScenarioForecasts {

  private static final Set<String> KNOWN =
      Set.of("state", "load", "at", "past", "samples", "error", "problem");
  private static final Map<String, LoadForecast.State> STATES =
      Stream.of(LoadForecast.State.values())
          .collect(Collectors.toMap(TraceJson::word, state -> state));
  private static final double MILLI = 1000;

  private ScenarioForecasts() {}

  /** The forecasts of the entries that have some. */
  static Map<NamespacedName, Forecasts> read(List<JsonNode> list, String place)
      throws ScenarioFormatException {
    Map<NamespacedName, Forecasts> forecasts = new HashMap<>();
    for (int i = 0; i < list.size(); i++) {
      JsonNode metrics = list.get(i).path("forecasts");
      if (metrics.isMissingNode()) {
        continue;
      }
      String here = place + "[" + i + "].";
      FieldReader.requireObject(metrics, here + "forecasts");
      Map<String, LoadForecast> byMetric = new HashMap<>();
      for (Map.Entry<String, JsonNode> each : metrics.properties()) {
        byMetric.put(
            each.getKey(), forecast(each.getValue(), here + "forecasts: " + each.getKey()));
      }
      forecasts.put(
          FieldReader.name(list.get(i).path("hpa"), here + "hpa"), new Forecasts(byMetric, ""));
    }
    return forecasts;
  }

  private static LoadForecast forecast(JsonNode node, String place) throws ScenarioFormatException {
    FieldReader.requireObject(node, place);
    FieldReader.requireKnown(node, KNOWN, place + ".");
    LoadForecast.State state = STATES.get(node.path("state").asText());
    if (state == null) {
      throw new ScenarioFormatException(
          place
              + ".state: "
              + node.path("state")
              + " is not a state; use "
              + STATES.keySet().stream().sorted().collect(Collectors.joining(", ")));
    }
    if (state == LoadForecast.State.READY && !(node.path("load").asDouble(-1) >= 0)) {
      throw new ScenarioFormatException(place + ".load: a number of 0 or more is required");
    }
    List<Double> past = new ArrayList<>();
    node.path("past").forEach(each -> past.add(MILLI * each.asDouble()));
    JsonNode error = node.path("error");
    return new LoadForecast(
        state,
        node.has("load") ? Double.valueOf(MILLI * node.path("load").asDouble()) : null,
        time(node, place),
        past,
        node.path("samples").asInt(),
        new ForecastError(
            error.path("forecast").asDouble(),
            error.path("noChange").asDouble(),
            error.path("comparisons").asInt()),
        node.path("problem").asText(""));
  }

  private static Instant time(JsonNode node, String place) throws ScenarioFormatException {
    try {
      return Timestamps.parse(node.path("at").asText());
    } catch (IllegalArgumentException failure) {
      throw new ScenarioFormatException(place + ".at: " + failure.getMessage());
    }
  }
}
