package dev.hpa.kube.content;

import dev.hpa.kube.memory.Limit;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The lines of the fields of a document, by path. Long names of many fields would take more memory
 * than the document, so that paths and all of them together have a limit, beyond which a field has
 * the line of the one above it. Used by one thread.
 */
public final class FieldLines {

  private final Map<String, Integer> byPath = new HashMap<>();
  private int characters;

  /** The path of an element of a list. */
  public static String element(String path, int index) {
    return path.length() > Limit.FIELD_PATH_CHARS.asInt() ? path : path + "[" + index + "]";
  }

  /** The path of a field of an object; that of the object if the name is long. */
  public static String field(String path, String name) {
    if (path.length() + name.length() > Limit.FIELD_PATH_CHARS.asInt()) {
      return path;
    }
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Adds a field, unless one with its path was added before. */
  public void add(String path, int line) {
    if (characters < Limit.EXPANDED_CHARS.asInt() && byPath.putIfAbsent(path, line) == null) {
      characters += path.length();
    }
  }

  /** The lines, which grow with {@link #add}. */
  public Map<String, Integer> byPath() {
    return Collections.unmodifiableMap(byPath);
  }
}
