package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.sandbox.patch.MergeKeys.MergedList;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** The positions of the elements of a merged list, by merge key. */
final class ElementOrder {

  private static final int NOWHERE = -1;

  private final List<JsonNode> sequence;
  private final MergedList rule;

  /** The first position of each identity. */
  private final Map<JsonNode, Integer> places = new HashMap<>();

  private ElementOrder(List<JsonNode> sequence, MergedList rule) {
    this.sequence = sequence;
    this.rule = rule;
    for (int place = 0; place < sequence.size(); place++) {
      places.putIfAbsent(sequence.get(place), place);
    }
  }

  static ElementOrder of(JsonNode list, MergedList rule) {
    return new ElementOrder(
        StreamSupport.stream(list.spliterator(), false).map(rule::identity).toList(), rule);
  }

  boolean has(JsonNode element) {
    return place(element) != NOWHERE;
  }

  /** Rejects a list with elements that are not in this order. An empty order accepts every list. */
  void requireSequence(ArrayNode list) {
    Iterator<JsonNode> rest = sequence.iterator();
    for (JsonNode element : list) {
      if (!sequence.isEmpty() && !advance(rest, rule.identity(element))) {
        throw PatchException.rejected(
            "The order in patch list: " + list + " doesn't match $setElementOrder list");
      }
    }
  }

  /** Advances past the identity, if it is still ahead. */
  private static boolean advance(Iterator<JsonNode> rest, JsonNode identity) {
    while (rest.hasNext()) {
      if (rest.next().equals(identity)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Sorts a list: elements of this order follow it, the others keep the order of {@code live}.
   * Between the two groups, {@code live} decides if it contains both elements; otherwise the
   * element of this order is first.
   */
  ArrayNode arrange(ArrayNode list, ElementOrder live) {
    Deque<JsonNode> ours = sorted(list, true, this);
    Deque<JsonNode> others = sorted(list, false, live);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    while (!ours.isEmpty() && !others.isEmpty()) {
      boolean otherFirst = live.precedes(others.getFirst(), ours.getFirst());
      result.add(otherFirst ? others.removeFirst() : ours.removeFirst());
    }
    return result.addAll(ours).addAll(others);
  }

  private Deque<JsonNode> sorted(ArrayNode list, boolean ours, ElementOrder order) {
    Deque<JsonNode> sorted = new ArrayDeque<>();
    StreamSupport.stream(list.spliterator(), false)
        .filter(element -> has(element) == ours)
        .sorted(Comparator.comparingInt(order::place))
        .forEach(sorted::add);
    return sorted;
  }

  private boolean precedes(JsonNode first, JsonNode second) {
    return has(first) && has(second) && place(first) < place(second);
  }

  private int place(JsonNode element) {
    return places.getOrDefault(rule.identity(element), NOWHERE);
  }
}
