package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Selector;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Labels that a selector selects, for values that a source returned for it. Immutable. */
final class SelectedLabels {

  private final Selector selector;
  private final Map<String, String> made;

  SelectedLabels(Selector selector) {
    this.selector = selector;
    this.made = Collections.unmodifiableMap(matching(selector));
  }

  /**
   * The labels of a value: those of the response if the selector selects them.
   *
   * @param ofValues labels in the response; as many as values if they are known
   */
  Map<String, String> of(List<Map<String, String>> ofValues, int index) {
    return of(index < ofValues.size() ? ofValues.get(index) : Map.of());
  }

  /** The labels if the selector selects them, otherwise made ones. */
  Map<String, String> of(Map<String, String> labels) {
    return selector.matches(labels) ? labels : made;
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
    Map<String, List<Selector.Requirement>> byKey =
        selector.requirements().stream()
            .collect(
                Collectors.groupingBy(
                    Selector.Requirement::key, TreeMap::new, Collectors.toList()));
    Map<String, String> labels = new TreeMap<>();
    byKey.forEach((key, all) -> value(all).ifPresent(value -> labels.put(key, value)));
    return labels;
  }

  /** A value of a label that its requirements allow, as far as they name one. */
  private static Optional<String> value(List<Selector.Requirement> ofKey) {
    String value = null;
    for (Selector.Requirement each : ofKey) {
      switch (each.operator()) {
        case EQUALS, DOUBLE_EQUALS, IN -> {
          return Optional.of(allowed(ofKey, each));
        }
        case EXISTS -> value = value == null ? "" : value;
        case GREATER_THAN -> value = beside(each, 1);
        case LESS_THAN -> value = beside(each, -1);
        case DOES_NOT_EXIST, NOT_EQUALS, NOT_IN -> {}
      }
    }
    return Optional.ofNullable(value);
  }

  /** The first value of a requirement that the other requirements of its key allow. */
  private static String allowed(
      List<Selector.Requirement> ofKey, Selector.Requirement requirement) {
    return requirement.values().stream()
        .filter(value -> ofKey.stream().allMatch(each -> each.matches(Map.of(each.key(), value))))
        .findFirst()
        .orElse(requirement.values().getFirst());
  }

  private static String beside(Selector.Requirement requirement, int step) {
    return String.valueOf(Long.parseLong(requirement.values().getFirst()) + step);
  }
}
