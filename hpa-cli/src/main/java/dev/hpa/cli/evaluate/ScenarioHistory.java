package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.core.behavior.History;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state of a controller as JSON: {@code [{hpa, recommendations: [{replicas, at}], scaleUps:
 * [{change, at, outdated}], scaleDowns: […], failingSince: {metric: time}, forecasts: {…}}]};
 * {@link ScenarioForecasts} reads the forecasts. Times have a resolution of 1 s.
 */
public final class ScenarioHistory {

  private static final Set<String> KNOWN =
      Set.of("hpa", "recommendations", "scaleUps", "scaleDowns", "failingSince", "forecasts");

  private ScenarioHistory() {}

  static Map<NamespacedName, History> read(List<JsonNode> list, String place)
      throws ScenarioFormatException {
    Map<NamespacedName, History> histories = new HashMap<>();
    for (int i = 0; i < list.size(); i++) {
      JsonNode each = list.get(i);
      String here = place + "[" + i + "].";
      FieldReader.requireKnown(each, KNOWN, here);
      List<History.Recommendation> recommendations = new ArrayList<>();
      for (JsonNode entry : each.path("recommendations")) {
        recommendations.add(
            new History.Recommendation(
                number(entry, "replicas", here + "recommendations"),
                time(entry, here + "recommendations")));
      }
      histories.put(
          FieldReader.name(each.path("hpa"), here + "hpa"),
          new History(
              List.copyOf(recommendations),
              changes(each.path("scaleUps"), here + "scaleUps"),
              changes(each.path("scaleDowns"), here + "scaleDowns"),
              failing(each.path("failingSince"), here + "failingSince")));
    }
    return histories;
  }

  private static List<History.ScaleEvent> changes(JsonNode list, String place)
      throws ScenarioFormatException {
    List<History.ScaleEvent> changes = new ArrayList<>();
    for (JsonNode entry : list) {
      changes.add(
          new History.ScaleEvent(
              number(entry, "change", place),
              time(entry, place),
              entry.path("outdated").asBoolean()));
    }
    return List.copyOf(changes);
  }

  private static Map<String, Instant> failing(JsonNode times, String place)
      throws ScenarioFormatException {
    if (times.isMissingNode()) {
      return Map.of();
    }
    FieldReader.requireObject(times, place);
    Map<String, Instant> failing = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : times.properties()) {
      failing.put(
          entry.getKey(), time(entry.getValue().asText(), place + ": " + entry.getKey() + ": "));
    }
    return failing;
  }

  private static int number(JsonNode entry, String field, String place)
      throws ScenarioFormatException {
    if (!entry.path(field).isInt()) {
      throw new ScenarioFormatException(place + ": " + field + ": an integer is required");
    }
    return entry.path(field).asInt();
  }

  private static Instant time(JsonNode entry, String place) throws ScenarioFormatException {
    return time(entry.path("at").asText(), place + ": at: ");
  }

  private static Instant time(String text, String prefix) throws ScenarioFormatException {
    try {
      return Timestamps.parse(text);
    } catch (IllegalArgumentException failure) {
      throw new ScenarioFormatException(prefix + failure.getMessage());
    }
  }
}
