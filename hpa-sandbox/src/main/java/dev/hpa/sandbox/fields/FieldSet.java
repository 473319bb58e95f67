package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A set of field paths. Membership of a field implies nothing about its parents and children.
 * Immutable.
 */
final class FieldSet {

  static final FieldSet EMPTY = new FieldSet(new TreeMap<>());

  private static final Node NOTHING = new Node(false, EMPTY);
  private static final String ITSELF = ".";

  private final SortedMap<PathElement, Node> nodes;

  private FieldSet(SortedMap<PathElement, Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * @param member whether the field itself is in the set
   * @param below the fields below it
   */
  private record Node(boolean member, FieldSet below) {
    boolean isEmpty() {
      return !member && below.isEmpty();
    }
  }

  /** Whether a field is in the result, by its membership in both sets. */
  private interface Choice {
    boolean keeps(boolean here, boolean there);
  }

  boolean isEmpty() {
    return nodes.isEmpty();
  }

  private Node at(PathElement element) {
    return nodes.getOrDefault(element, NOTHING);
  }

  FieldSet and(FieldSet other) {
    return combined(other, (here, there) -> here && there);
  }

  FieldSet or(FieldSet other) {
    return combined(other, (here, there) -> here || there);
  }

  FieldSet without(FieldSet other) {
    return combined(other, (here, there) -> here && !there);
  }

  private FieldSet combined(FieldSet other, Choice choice) {
    SortedSet<PathElement> elements = new TreeSet<>(nodes.keySet());
    elements.addAll(other.nodes.keySet());
    SortedMap<PathElement, Node> result = new TreeMap<>();
    for (PathElement element : elements) {
      Node here = at(element);
      Node there = other.at(element);
      Node node =
          new Node(
              choice.keeps(here.member(), there.member()),
              here.below().combined(there.below(), choice));
      if (!node.isEmpty()) {
        result.put(element, node);
      }
    }
    return new FieldSet(result);
  }

  /** As {@code fieldsV1}. */
  ObjectNode written() {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    nodes.forEach(
        (element, node) -> {
          ObjectNode below = result.putObject(element.written());
          if (node.member() && !node.below().isEmpty()) {
            below.putObject(ITSELF);
          }
          below.setAll(node.below().written());
        });
    return result;
  }

  /** Parses {@code fieldsV1}; ignores what is not a field. */
  static FieldSet read(JsonNode written) {
    SortedMap<PathElement, Node> result = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : written.properties()) {
      PathElement element = PathElement.read(each.getKey());
      if (element != null) {
        boolean member = each.getValue().isEmpty() || each.getValue().has(ITSELF);
        result.put(element, new Node(member, read(each.getValue())));
      }
    }
    return new FieldSet(result);
  }

  /** The set of one field, given by the names on its path. */
  static FieldSet ofNames(List<String> names) {
    Builder builder = new Builder();
    builder.add(names.stream().<PathElement>map(PathElement.Field::new).toList());
    return builder.build();
  }

  /** Collects fields. */
  static final class Builder {

    private final SortedMap<PathElement, Builder> below = new TreeMap<>();
    private boolean member;

    /** Adds the field with this path, which is not empty. */
    void add(Iterable<PathElement> path) {
      Builder place = this;
      for (PathElement element : path) {
        place = place.below.computeIfAbsent(element, any -> new Builder());
      }
      place.member = true;
    }

    FieldSet build() {
      SortedMap<PathElement, Node> nodes = new TreeMap<>();
      below.forEach((element, each) -> nodes.put(element, new Node(each.member, each.build())));
      return new FieldSet(nodes);
    }
  }
}
