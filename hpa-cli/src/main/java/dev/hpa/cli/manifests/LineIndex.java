package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Json;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The lines of a document's fields within its file, by path such as {@code spec.metrics[0].type}.
 */
public final class LineIndex {

  private final String prefix;
  private final int first;
  private final Map<String, Integer> byPath;

  LineIndex(int first, Map<String, Integer> byPath) {
    this("", first, byPath);
  }

  private LineIndex(String prefix, int first, Map<String, Integer> byPath) {
    this.prefix = prefix;
    this.first = first;
    this.byPath = byPath;
  }

  /** The index of a document on one line. */
  static LineIndex all(int line) {
    return new LineIndex(line, Map.of());
  }

  /** The index of JSON that starts at the line. */
  static LineIndex ofJson(int first, String json) {
    Map<String, Integer> lines = new HashMap<>();
    try (JsonParser in = Json.mapper().createParser(json)) {
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        if (token == JsonToken.FIELD_NAME || in.getParsingContext().inArray()) {
          lines.putIfAbsent(
              path(in.getParsingContext()), first + in.currentTokenLocation().getLineNr() - 1);
        }
      }
    } catch (IOException malformed) {
      // The decoder reports the error; fields before it keep their lines.
    }
    return new LineIndex(first, lines);
  }

  private static String path(JsonStreamContext context) {
    JsonStreamContext parent = context.getParent();
    String above = parent == null || parent.inRoot() ? "" : path(parent);
    if (context.inArray()) {
      return above + "[" + Math.max(0, context.getCurrentIndex()) + "]";
    }
    return join(above, String.valueOf(context.getCurrentName()));
  }

  /** The index of an item of this list. */
  LineIndex below(String path) {
    return new LineIndex(join(prefix, path), of(path), byPath);
  }

  /** The line of the field, or of its nearest parent. */
  public int of(String path) {
    String full = join(prefix, path);
    while (full.length() > prefix.length()) {
      Integer line = byPath.get(full);
      if (line != null) {
        return line;
      }
      full = full.substring(0, Math.max(0, Math.max(full.lastIndexOf('.'), full.lastIndexOf('['))));
    }
    return first;
  }

  static String join(String above, String name) {
    return above.isEmpty() ? name : above + "." + name;
  }
}
