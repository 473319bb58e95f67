package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Json;
import dev.hpa.kube.content.FieldLines;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
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
    FieldLines lines = new FieldLines();
    Deque<String> above = new ArrayDeque<>();
    String path = "";
    try (JsonParser in = Json.mapper().createParser(json)) {
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        if (token.isStructEnd()) {
          above.pop();
          continue;
        }
        JsonStreamContext context = in.getParsingContext();
        if (token.isStructStart()) {
          context = context.getParent();
        }
        boolean isElement = context.inArray();
        if (isElement || token == JsonToken.FIELD_NAME) {
          String list = above.isEmpty() ? "" : above.peek();
          path =
              isElement
                  ? FieldLines.element(list, Math.max(0, context.getCurrentIndex()))
                  : FieldLines.field(list, String.valueOf(context.getCurrentName()));
          lines.add(path, first + in.currentTokenLocation().getLineNr() - 1);
        }
        if (token.isStructStart()) {
          above.push(path);
        }
      }
    } catch (IOException malformed) {
      // The decoder reports the error; fields before it keep their lines.
    }
    return new LineIndex(first, lines.byPath());
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
