package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import java.time.Duration;
import java.util.Set;

/** Validates the fields of a scenario; errors name the path of the field. */
final class FieldReader {

  private FieldReader() {}

  static void requireObject(JsonNode node, String place) throws ScenarioFormatException {
    if (!node.isObject()) {
      throw new ScenarioFormatException(place + ": an object is required");
    }
  }

  /**
   * @param prefix path prefix of the fields, with its dot
   */
  static void requireKnown(JsonNode node, Set<String> known, String prefix)
      throws ScenarioFormatException {
    for (var each : node.properties()) {
      if (!known.contains(each.getKey())) {
        throw new ScenarioFormatException(
            prefix
                + each.getKey()
                + ": unknown field; use "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }

  static Duration duration(JsonNode value, String place) throws ScenarioFormatException {
    try {
      return GoDuration.parse(value.asText());
    } catch (IllegalArgumentException failure) {
      throw new ScenarioFormatException(
          place + ": " + value + " is not a duration; use a value such as 30s or 5m0s");
    }
  }

  /** Reads the name of an autoscaler, as {@code namespace/name}. */
  static NamespacedName name(JsonNode value, String place) throws ScenarioFormatException {
    try {
      return NamespacedName.parse(value.asText());
    } catch (IllegalArgumentException failure) {
      throw new ScenarioFormatException(
          place + ": " + value + " is not the name of an HPA; write it as namespace/name");
    }
  }
}
