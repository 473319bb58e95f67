package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Selector;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Labels that a selector selects, for values that a source returned for it. Pure functions. */
final class SelectedLabels {

  private SelectedLabels() {}

  /**
   * The labels of a value: those of the response if the selector selects them.
   *
   * @param ofValues labels in the response; as many as values if they are known
   */
  static Map<String, String> of(Selector selector, List<Map<String, String>> ofValues, int index) {
    return index < ofValues.size()
        ? of(selector, ofValues.get(index))
        : of(selector, Map.<String, String>of());
  }

  /** The labels if the selector selects them, otherwise made ones. */
  static Map<String, String> of(Selector selector, Map<String, String> labels) {
    return selector.matches(labels) ? labels : matching(selector);
  }

  /** The labels of an item of a list of custom or external metrics. */
  static Map<String, String> ofItem(JsonNode item) {
    return Stream.of(
            item.path("metricLabels"),
            item.at("/metric/selector/matchLabels"),
            item.at("/selector/matchLabels"))
        .filter(JsonNode::isObject)
        .findFirst()
        .map(SelectedLabels::texts)
        .orElse(Map.of());
  }

  static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
    return texts;
  }

  private static Map<String, String> matching(Selector selector) {
    Map<String, String> labels = new TreeMap<>();
    for (Selector.Requirement each : selector.requirements()) {
      switch (each.operator()) {
        case EQUALS, DOUBLE_EQUALS, IN -> labels.put(each.key(), allowed(selector, each));
        case EXISTS -> labels.putIfAbsent(each.key(), "");
        case GREATER_THAN -> labels.put(each.key(), beside(each, 1));
        case LESS_THAN -> labels.put(each.key(), beside(each, -1));
        case DOES_NOT_EXIST, NOT_EQUALS, NOT_IN -> {}
      }
    }
    return labels;
  }

  /** The first value of a requirement that the other requirements of its key allow. */
  private static String allowed(Selector selector, Selector.Requirement requirement) {
    return requirement.values().stream()
        .filter(
            value ->
                selector.requirements().stream()
                    .filter(each -> each.key().equals(requirement.key()))
                    .allMatch(each -> each.matches(Map.of(each.key(), value))))
        .findFirst()
        .orElse(requirement.values().getFirst());
  }

  private static String beside(Selector.Requirement requirement, int step) {
    return String.valueOf(Long.parseLong(requirement.values().getFirst()) + step);
  }
}
