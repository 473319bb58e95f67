package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.patch.MergeKeys.MergedList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges a list of a strategic merge patch into a list of an object. Elements with a {@code $patch}
 * directive change the old list; others are merged into the element with the same key or added.
 */
final class ListMerge {

  private ListMerge() {}

  static ArrayNode merge(ArrayNode original, ArrayNode patch, MergedList rule) {
    return rule.ofObjects()
        ? mergeObjects(original, patch, rule)
        : mergeValues(original, patch, rule);
  }

  private static ArrayNode mergeObjects(ArrayNode original, ArrayNode patch, MergedList rule) {
    List<String> directives = directives(patch);
    ArrayNode lasting = lasting(patch);
    if (directives.contains("replace")) {
      return union(JsonNodeFactory.instance.arrayNode(), lasting, rule);
    }
    ArrayNode kept = without(original, ElementOrder.of(elements(patch, "delete"), rule));
    return ordered(union(kept, lasting, rule), lasting, kept, rule);
  }

  private static ArrayNode mergeValues(ArrayNode original, ArrayNode patch, MergedList rule) {
    return ordered(union(original, patch, rule), patch, original, rule);
  }

  /** The elements of a patch that are in the list afterwards. */
  static ArrayNode lasting(JsonNode patch) {
    ArrayNode lasting = elements(patch, "");
    elements(patch, "merge")
        .forEach(element -> lasting.add(StrategicMergePatch.undirected(element)));
    return lasting;
  }

  /** The list without the given elements. */
  static ArrayNode without(ArrayNode list, ElementOrder unwanted) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : list) {
      if (!unwanted.has(element)) {
        kept.add(element);
      }
    }
    return kept;
  }

  private static ArrayNode ordered(
      ArrayNode merged, ArrayNode patch, ArrayNode original, MergedList rule) {
    return ElementOrder.of(patch, rule).arrange(merged, ElementOrder.of(original, rule));
  }

  /**
   * Merges each element of the patch into the first one with its key, or adds it. Existing elements
   * with the same key stay: a port may occur once per protocol.
   */
  private static ArrayNode union(ArrayNode original, ArrayNode patch, MergedList rule) {
    ArrayNode union = JsonNodeFactory.instance.arrayNode().addAll(original);
    Map<JsonNode, Integer> places = new HashMap<>();
    for (int place = 0; place < original.size(); place++) {
      places.putIfAbsent(rule.identity(original.get(place)), place);
    }
    for (JsonNode element : patch) {
      int place = places.computeIfAbsent(rule.identity(element), added -> union.size());
      put(union, place, both(union.get(place), element, rule));
    }
    return union;
  }

  private static void put(ArrayNode list, int place, JsonNode element) {
    if (place == list.size()) {
      list.add(element);
    } else {
      list.set(place, element);
    }
  }

  private static JsonNode both(@Nullable JsonNode original, JsonNode patch, MergedList rule) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch;
    }
    return original instanceof ObjectNode object
        ? StrategicMergePatch.merge(object, changes, rule.element())
        : PatchValue.added(changes);
  }

  private static ArrayNode elements(JsonNode patch, String directive) {
    ArrayNode elements = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : patch) {
      if (directive(element).equals(directive)) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static List<String> directives(ArrayNode patch) {
    List<String> directives = new ArrayList<>();
    for (JsonNode element : patch) {
      directives.add(directive(element));
    }
    return directives;
  }

  private static String directive(JsonNode element) {
    String directive = element.path(StrategicMergePatch.DIRECTIVE).asText("");
    return switch (directive) {
      case "", "replace", "delete", "merge" -> directive;
      default ->
          throw PatchException.malformed("unknown patch type \"" + directive + "\" in " + element);
    };
  }
}
