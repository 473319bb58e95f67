package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sets of fields: the names on the path to each, as in {@code fieldsV1}, after separators. Lists
 * are single fields, as are scalars.
 */
final class FieldPaths {

  private static final String ITSELF = ".";
  private static final String SEPARATOR = "\0";
  private static final Comparator<JsonNode> SAME_NUMBERS =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private FieldPaths() {}

  /** The path of the field with these names. */
  static String of(Iterable<String> names) {
    StringBuilder path = new StringBuilder();
    names.forEach(name -> path.append(below("", name)));
    return path.toString();
  }

  private static String below(String path, String name) {
    return path + SEPARATOR + "f:" + name;
  }

  /** Parses {@code fieldsV1}. */
  static SortedSet<String> read(JsonNode written) {
    SortedSet<String> paths = new TreeSet<>();
    read("", written, paths);
    return paths;
  }

  private static void read(String parent, JsonNode written, Set<String> paths) {
    for (Map.Entry<String, JsonNode> each : written.properties()) {
      if (!each.getKey().equals(ITSELF)) {
        String path = parent + SEPARATOR + each.getKey();
        if (each.getValue().isEmpty() || each.getValue().has(ITSELF)) {
          paths.add(path);
        }
        read(path, each.getValue(), paths);
      }
    }
  }

  /** Formats {@code fieldsV1}. */
  static ObjectNode written(SortedSet<String> paths) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    for (String path : paths) {
      ObjectNode place = root;
      for (String name : path.substring(1).split(SEPARATOR, -1)) {
        place = place.withObjectProperty(name);
      }
      if (!paths.subSet(path + SEPARATOR, path + "\1").isEmpty()) {
        place.putObject(ITSELF);
      }
    }
    return root;
  }

  /**
   * The fields in which two objects differ.
   *
   * @param changed added or modified
   */
  record Difference(SortedSet<String> changed, SortedSet<String> removed) {

    static Difference of(JsonNode before, JsonNode after) {
      Difference difference = new Difference(new TreeSet<>(), new TreeSet<>());
      difference.compare("", before, after);
      return difference;
    }

    private void compare(String path, @Nullable JsonNode before, @Nullable JsonNode after) {
      boolean isSame =
          before == null
              ? after == null || after.isNull() || after.equals(TextNode.valueOf(""))
              : after != null && before.equals(SAME_NUMBERS, after);
      if (isSame) {
        return;
      }
      Set<String> names = new LinkedHashSet<>();
      addNames(before, names);
      addNames(after, names);
      names.forEach(name -> compare(below(path, name), part(before, name), part(after, name)));
      if (!(before instanceof ObjectNode && after instanceof ObjectNode)) {
        (after == null ? removed : changed).add(path);
      }
    }

    private static void addNames(@Nullable JsonNode value, Set<String> names) {
      if (value instanceof ObjectNode object) {
        object.fieldNames().forEachRemaining(names::add);
      }
    }

    private static @Nullable JsonNode part(@Nullable JsonNode value, String name) {
      return value instanceof ObjectNode object ? object.get(name) : null;
    }
  }
}
