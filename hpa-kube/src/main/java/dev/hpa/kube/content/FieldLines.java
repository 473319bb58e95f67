package dev.hpa.kube.content;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The lines of the fields of a document, by path. Long names of many fields would take more memory
 * than the document, so that paths and all of them together have a limit, beyond which a field has
 * the line of the one above it. Used by one thread.
 */
public final class FieldLines {

  /** Longer paths are those of the field above. */
  private static final int MAX_PATH = 2_048;

  private static final int MAX_CHARACTERS = 32 << 20;

  private final Map<String, Integer> byPath = new HashMap<>();
  private int characters;

  /** The path of an element of a list. */
  public static String element(String path, int index) {
    return path.length() > MAX_PATH ? path : path + "[" + index + "]";
  }

  /** The path of a field of an object; that of the object if the name is long. */
  public static String field(String path, String name) {
    if (path.length() + name.length() > MAX_PATH) {
      return path;
    }
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Adds a field, unless one with its path was added before. */
  public void add(String path, int line) {
    if (characters < MAX_CHARACTERS && byPath.putIfAbsent(path, line) == null) {
      characters += path.length();
    }
  }

  /** The lines, which grow with {@link #add}. */
  public Map<String, Integer> byPath() {
    return Collections.unmodifiableMap(byPath);
  }
}
