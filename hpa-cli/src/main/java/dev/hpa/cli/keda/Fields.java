package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object. A field with a value of another type is a problem and counts as absent;
 * {@code null} is absent, as for the API server.
 */
final class Fields {

  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  private final JsonNode node;
  private final String path;
  private final ConversionFindings findings;
  private final Set<String> read = new HashSet<>();

  Fields(JsonNode node, String path, ConversionFindings findings) {
    this.node = node;
    this.path = path;
    this.findings = findings;
  }

  /** The path of a field. */
  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  boolean has(String name) {
    return !get(name).isMissingNode();
  }

  /** The value; a missing node if there is none. */
  JsonNode get(String name) {
    read.add(name);
    JsonNode value = node.path(name);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  /** A string, or a number or boolean as text, which some files have without quotes. */
  @Nullable String text(String name) {
    JsonNode value = get(name);
    if (value.isContainerNode()) {
      problem(name, "is not a string; write a string");
      return null;
    }
    return value.isMissingNode() ? null : value.asText();
  }

  /** A string that has to be there. */
  @Nullable String required(String name) {
    String value = text(name);
    if (value == null || value.isBlank()) {
      problem(name, "is missing; set it, as KEDA requires");
      return null;
    }
    return value;
  }

  @Nullable Integer integer(String name, int least) {
    String value = text(name);
    if (value == null) {
      return null;
    }
    try {
      int parsed = Integer.parseInt(value);
      if (parsed >= least) {
        return parsed;
      }
    } catch (NumberFormatException malformed) {
      // Reported below, like a number that is too small.
    }
    problem(name, "\"%s\" is not an integer of at least %d; correct it".formatted(value, least));
    return null;
  }

  /** A finite number. */
  @Nullable Double number(String name) {
    String value = text(name);
    if (value == null) {
      return null;
    }
    try {
      double parsed = Double.parseDouble(value);
      if (Double.isFinite(parsed)) {
        return parsed;
      }
    } catch (NumberFormatException malformed) {
      // Reported below, like infinity.
    }
    problem(name, "\"%s\" is not a number; correct it".formatted(value));
    return null;
  }

  /** A boolean in one of Go's spellings. */
  boolean flag(String name, boolean defaultValue) {
    String value = text(name);
    if (value == null || TRUE.contains(value) || FALSE.contains(value)) {
      return value == null ? defaultValue : TRUE.contains(value);
    }
    problem(name, "\"%s\" is not a boolean; use true or false".formatted(value));
    return defaultValue;
  }

  /** An object; an empty one if it is absent. */
  Fields object(String name) {
    JsonNode value = get(name);
    if (!value.isMissingNode() && !value.isObject()) {
      problem(name, "is not an object; correct it");
    }
    return new Fields(value, path(name), findings);
  }

  /** The objects of a list; none if it is absent. */
  List<Fields> objects(String name) {
    JsonNode list = get(name);
    if (!list.isMissingNode() && !list.isArray()) {
      problem(name, "is not a list; correct it");
    }
    List<Fields> objects = new ArrayList<>();
    for (int i = 0; i < (list.isArray() ? list.size() : 0); i++) {
      objects.add(new Fields(list.get(i), path(name) + "[" + i + "]", findings));
    }
    return objects;
  }

  /** The names of the fields that have not been read. */
  private List<String> unread() {
    return node.properties().stream()
        .filter(each -> !each.getValue().isNull() && !read.contains(each.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Reports the metadata of a trigger that have not been read, of which KEDA reads those it knows.
   */
  void omitUnread() {
    for (String name : unread()) {
      if (name.endsWith("FromEnv")) {
        problem(name, "the environment of the target is not read; write the value");
      } else {
        note(name, "is omitted: KEDA does not use it");
      }
    }
  }

  /** Reports the fields that have not been read: they may mean anything. */
  void rejectUnread() {
    unread().forEach(name -> problem(name, "is not a known field of KEDA; remove or correct it"));
  }

  void problem(String name, String text) {
    findings.problem(path(name), text);
  }

  void note(String name, String text) {
    findings.note(path(name), text);
  }
}
