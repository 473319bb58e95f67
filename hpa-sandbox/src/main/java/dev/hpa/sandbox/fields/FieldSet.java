package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import java.util.ArrayList;
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

  /** Whether the field directly below the root is in the set. */
  boolean has(PathElement element) {
    return at(element).member();
  }

  /** The fields below a field directly below the root. */
  FieldSet below(PathElement element) {
    return at(element).below();
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

  /**
   * Adds the declared parents of the fields. The owner of a field of {@code spec} needs {@code
   * spec}; labels, in contrast, may be removed although a label has an owner.
   */
  FieldSet withNamed(Schema schema) {
    SortedMap<PathElement, Node> result = new TreeMap<>();
    nodes.forEach(
        (element, node) ->
            result.put(
                element,
                new Node(
                    node.member() || ValueParts.isDeclared(schema, element),
                    node.below().withNamed(ValueParts.below(schema, element)))));
    return new FieldSet(result);
  }

  /** The paths of all fields in the set; those of a level are before those below it. */
  List<List<PathElement>> paths() {
    List<List<PathElement>> paths = new ArrayList<>();
    collect(List.of(), paths);
    return paths;
  }

  private void collect(List<PathElement> above, List<List<PathElement>> paths) {
    nodes.forEach(
        (element, node) -> {
          if (node.member()) {
            paths.add(path(above, element));
          }
        });
    nodes.forEach((element, node) -> node.below().collect(path(above, element), paths));
  }

  private static List<PathElement> path(List<PathElement> above, PathElement element) {
    List<PathElement> path = new ArrayList<>(above);
    path.add(element);
    return List.copyOf(path);
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

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldSet set && nodes.equals(set.nodes);
  }

  @Override
  public int hashCode() {
    return nodes.hashCode();
  }

  @Override
  public String toString() {
    return written().toString();
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
