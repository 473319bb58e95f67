package dev.hpa.controller.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.core.behavior.History;
import dev.hpa.core.forecast.Forecasts;
import java.util.List;
import java.util.TreeMap;

/**
 * Recommendations, scale events and failing metrics of an autoscaler as JSON, in the format of
 * scenarios.
 */
public final class HistoryJson {

  private HistoryJson() {}

  /** The history and the forecasts of one autoscaler; times are to the second. */
  public static ArrayNode write(NamespacedName hpa, History history, Forecasts forecasts) {
    ArrayNode list = write(hpa, history);
    if (!forecasts.metrics().isEmpty()) {
      ((ObjectNode) list.path(0)).set("forecasts", ForecastJson.write(forecasts));
    }
    return list;
  }

  /** The history of one autoscaler; times are to the second. */
  public static ArrayNode write(NamespacedName hpa, History history) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    ObjectNode node = list.addObject().put("hpa", hpa.toString());
    ArrayNode recommendations = node.putArray("recommendations");
    history
        .recommendations()
        .forEach(
            each ->
                recommendations
                    .addObject()
                    .put("replicas", each.replicas())
                    .put("at", Timestamps.format(each.at())));
    write(history.scaleUps(), node.putArray("scaleUps"));
    write(history.scaleDowns(), node.putArray("scaleDowns"));
    if (!history.failingSince().isEmpty()) {
      ObjectNode failing = node.putObject("failingSince");
      new TreeMap<>(history.failingSince())
          .forEach((metric, since) -> failing.put(metric, Timestamps.format(since)));
    }
    return list;
  }

  private static void write(List<History.ScaleEvent> changes, ArrayNode list) {
    for (History.ScaleEvent each : changes) {
      list.addObject()
          .put("change", each.change())
          .put("at", Timestamps.format(each.at()))
          .put("outdated", each.outdated());
    }
  }
}
