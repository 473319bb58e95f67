package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * The JSONPath of a printer column: fields, {@code ['quoted fields']}, {@code [1]}, {@code [*]} and
 * {@code [?(@.type=="Ready")]}. Returns the first match; other syntax matches nothing.
 */
final class PrinterJsonPath {

  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?<member>(?:[^.\\[\\\\]|\\\\.)+)"
              + "|\\[['\"](?<quoted>[^'\"]+)['\"]]"
              + "|\\[(?<index>[0-9]{1,9})]"
              + "|(?<every>\\[\\*])"
              + "|\\[\\?\\(@\\.(?<field>[^=\\s]+)\\s*==\\s*['\"](?<value>[^'\"]*)['\"]\\)]");

  private PrinterJsonPath() {}

  /** The value at a path, or a missing node. */
  static JsonNode find(JsonNode object, String path) {
    List<JsonNode> found = List.of(object);
    Matcher step = STEP.matcher(path);
    int end = 0;
    while (end < path.length()) {
      if (!step.find(end) || step.start() != end) {
        return MissingNode.getInstance();
      }
      found = found.stream().flatMap(node -> next(node, step).stream()).toList();
      end = step.end();
    }
    return found.isEmpty() ? MissingNode.getInstance() : found.getFirst();
  }

  private static List<JsonNode> next(JsonNode node, Matcher step) {
    if (step.group("index") != null) {
      return present(node.path(Integer.parseInt(step.group("index"))));
    }
    if (step.group("every") != null) {
      return elements(node);
    }
    if (step.group("field") != null) {
      return elements(node).stream()
          .filter(each -> each.path(step.group("field")).asText().equals(step.group("value")))
          .toList();
    }
    String quoted = step.group("quoted");
    return present(
        node.path(quoted != null ? quoted : step.group("member").replaceAll("\\\\(.)", "$1")));
  }

  private static List<JsonNode> present(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? List.of() : List.of(node);
  }

  private static List<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }
}
