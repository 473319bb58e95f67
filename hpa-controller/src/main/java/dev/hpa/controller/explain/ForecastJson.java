package dev.hpa.controller.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.explanation.TraceJson;
import java.util.TreeMap;

/**
 * The forecasts of an autoscaler as JSON, in the format of scenarios: by metric, with loads in the
 * unit of the target.
 */
final class ForecastJson {

  private static final double MILLI = 1000;

  private ForecastJson() {}

  static ObjectNode write(Forecasts forecasts) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(forecasts.metrics())
        .forEach((metric, forecast) -> write(forecast, node.putObject(metric)));
    return node;
  }

  private static void write(LoadForecast forecast, ObjectNode node) {
    node.put("state", TraceJson.word(forecast.state()));
    if (forecast.load() != null) {
      node.put("load", forecast.load() / MILLI);
    }
    node.put("at", Timestamps.format(forecast.at()));
    ArrayNode past = node.putArray("past");
    forecast.past().forEach(each -> past.add(each / MILLI));
    node.put("samples", forecast.samples());
    node.putObject("error")
        .put("forecast", forecast.error().forecast())
        .put("noChange", forecast.error().noChange())
        .put("comparisons", forecast.error().comparisons());
    if (!forecast.problem().isEmpty()) {
      node.put("problem", forecast.problem());
    }
  }
}
