package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares two bodies without values that differ in every run: uids, revisions, times, tokens and
 * generated name suffixes. Of discovery documents, only what both servers have is compared; the
 * sandbox has fewer groups and more versions of autoscalers.
 */
final class BodyComparison {

  private static final Set<String> VOLATILE =
      Set.of(
          "uid",
          "resourceVersion",
          "creationTimestamp",
          "deletionTimestamp",
          "continue",
          "serverAddress",
          "token",
          "expirationTimestamp");

  private static final Set<String> AGES = Set.of("Age", "Last Seen", "First Seen", "Duration");

  private static final List<Map.Entry<Pattern, String>> MASKED =
      List.of(
          mask("(?<=hash=)[0-9A-F]+", "HASH"),
          mask("(?<=resource version: |current: |version \\()\\d+", "N"),
          mask("^(vm|node-a)(?=_[0-9a-f]{8}-)", "HOST"),
          mask("(?<=too old resource version: N \\()\\d+", "N"),
          mask("\\bgen-[a-z0-9]{5}\\b", "GENERATED"),
          mask("^10(\\.\\d+){3}$", "ADDRESS"),
          mask(
              "-----BEGIN CERTIFICATE-----[\\s\\S]*-----END CERTIFICATE-----\\n?", "<certificate>"),
          mask("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID"));

  private final RecordedExchange exchange;
  private final Set<String> halfKnown;

  /**
   * @param halfKnown names of objects whose recordings contain the metadata only
   */
  BodyComparison(RecordedExchange exchange, Set<String> halfKnown) {
    this.exchange = exchange;
    this.halfKnown = Set.copyOf(halfKnown);
  }

  private static Map.Entry<Pattern, String> mask(String pattern, String by) {
    return Map.entry(Pattern.compile(pattern), by);
  }

  static String header(String value) {
    return masked(value);
  }

  private static String masked(String text) {
    String result = text;
    for (Map.Entry<Pattern, String> mask : MASKED) {
      result = mask.getKey().matcher(result).replaceAll(mask.getValue());
    }
    return result;
  }

  /** The first difference; empty for equal bodies. */
  Optional<String> difference(JsonNode theirs, JsonNode ours) {
    JsonNode expected = settled(theirs);
    JsonNode actual = settled(ours);
    if (isDiscovery()) {
      actual = common(actual, expected);
      expected = common(expected, actual);
    }
    return difference("", expected, actual);
  }

  private boolean isDiscovery() {
    List<String> path = exchange.segments();
    return exchange.status() == 200
        && switch (path.isEmpty() ? "" : path.getFirst()) {
          case "" -> true;
          case "api" -> path.size() < 3;
          case "apis" -> path.size() < 4;
          default -> false;
        };
  }

  private Optional<String> difference(String place, JsonNode expected, JsonNode actual) {
    if (expected.equals(actual)) {
      return Optional.empty();
    }
    if (expected.isObject() && actual.isObject()) {
      Set<String> names = new TreeSet<>();
      expected.fieldNames().forEachRemaining(names::add);
      actual.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        Optional<String> inside =
            difference(place + "/" + name, expected.path(name), actual.path(name));
        if (inside.isPresent()) {
          return inside;
        }
      }
    }
    if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        Optional<String> inside = difference(place + "/" + i, expected.path(i), actual.path(i));
        if (inside.isPresent()) {
          return inside;
        }
      }
    }
    return Optional.of(
        place + "\n    expected " + shown(expected) + "\n    but was  " + shown(actual));
  }

  private static String shown(JsonNode node) {
    String text = node.isMissingNode() ? "nothing" : node.toString();
    return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
  }

  private JsonNode settled(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return settled(object);
    }
    if (node instanceof ArrayNode list) {
      ArrayNode result = JsonNodeFactory.instance.arrayNode();
      if (list.path(0).has("fieldsType")) {
        owners(list).forEach(result::add);
      } else {
        list.forEach(element -> result.add(settled(element)));
      }
      return result;
    }
    return node.isTextual() ? TextNode.valueOf(masked(node.asText())) : node;
  }

  /**
   * Managed fields, sorted, without times. Of the fields, the first name is compared, and the
   * second of metadata, spec and status: the sandbox knows no types.
   */
  static List<String> owners(JsonNode list) {
    List<String> owners = new ArrayList<>();
    for (JsonNode entry : list) {
      Set<String> fields = new TreeSet<>();
      for (Map.Entry<String, JsonNode> part : entry.path("fieldsV1").properties()) {
        if (Set.of("f:metadata", "f:spec", "f:status").contains(part.getKey())) {
          part.getValue().fieldNames().forEachRemaining(each -> fields.add(part.getKey() + each));
        } else {
          fields.add(part.getKey());
        }
      }
      fields.removeIf(each -> each.endsWith("."));
      owners.add(
          Stream.of("manager", "operation", "apiVersion", "subresource")
              .map(member -> entry.path(member).asText())
              .collect(Collectors.joining(" ", "", " " + fields)));
    }
    return owners.stream().sorted().toList();
  }

  private JsonNode settled(ObjectNode object) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      JsonNode value = settled(member.getValue());
      boolean isNothing = exchange.isAnswerProtobuf() && saysNothing(value);
      if (!VOLATILE.contains(member.getKey()) && !isNothing) {
        result.set(member.getKey(), value);
      }
    }
    if (object.has("generateName") && object.has("name")) {
      result.put("name", "GENERATED");
    }
    if (object.path("type").asText().equals("BOOKMARK")) {
      result.set("object", bookmark(result.path("object")));
    }
    if (object.path("kind").asText().equals("Table")) {
      settleCells(object, result);
    }
    if (hasOwnText(object)) {
      result.remove(List.of("message", "details"));
    }
    return result;
  }

  /** Whether a response is about a body or a patch that cannot be decoded. */
  static boolean hasOwnText(JsonNode status) {
    return status.path("kind").asText().equals("Status")
        && (status.path("code").asInt() == 400
            || status.at("/details/causes/0/field").asText().equals("patch"));
  }

  /** Of a bookmark, only the resource version is compared. */
  private static JsonNode bookmark(JsonNode object) {
    ObjectNode compared = JsonNodeFactory.instance.objectNode();
    compared.set("kind", object.path("kind"));
    compared.set("metadata", object.path("metadata"));
    compared.set("row", object.at("/rows/0/object"));
    return compared;
  }

  /** Absent, null and empty are the same in protobuf. */
  private static boolean saysNothing(JsonNode value) {
    return value.isNull()
        || (value.isTextual() && value.asText().isEmpty())
        || (value.isContainerNode() && value.isEmpty());
  }

  private void settleCells(ObjectNode original, ObjectNode table) {
    List<String> columns = new ArrayList<>();
    table.path("columnDefinitions").forEach(each -> columns.add(each.path("name").asText()));
    for (int r = 0; r < table.path("rows").size(); r++) {
      JsonNode row = table.path("rows").path(r);
      String name = original.path("rows").path(r).at("/object/metadata/name").asText();
      boolean isHalf = halfKnown.contains(name);
      if (row.path("cells") instanceof ArrayNode cells) {
        for (int i = 0; i < cells.size(); i++) {
          boolean isAge =
              columns.isEmpty()
                  ? i == cells.size() - 1
                  : i < columns.size() && AGES.contains(columns.get(i));
          if (isAge || (isHalf && i > 0)) {
            cells.set(i, TextNode.valueOf("-"));
          }
        }
      }
    }
  }

  /** One discovery document without what the other does not contain. */
  private static JsonNode common(JsonNode document, JsonNode other) {
    if (document instanceof ArrayNode list && other.isArray()) {
      ArrayNode result = JsonNodeFactory.instance.arrayNode();
      for (JsonNode each : list) {
        String identity = identity(each);
        JsonNode twin = identity.isEmpty() ? other.path(result.size()) : find(other, identity);
        if (!twin.isMissingNode()) {
          result.add(common(each, twin));
        }
      }
      return result;
    }
    if (document instanceof ObjectNode object && other.isObject()) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      object
          .properties()
          .forEach(
              each -> {
                boolean isPath = each.getValue().has("serverRelativeURL");
                if (!isPath || other.has(each.getKey())) {
                  result.set(each.getKey(), common(each.getValue(), other.path(each.getKey())));
                }
              });
      return result;
    }
    return document;
  }

  private static JsonNode find(JsonNode list, String identity) {
    for (JsonNode each : list) {
      if (identity(each).equals(identity)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  private static String identity(JsonNode element) {
    if (element.isTextual() && element.asText().startsWith("/")) {
      return element.asText();
    }
    for (String name : new String[] {"subresource", "resource", "name", "version"}) {
      if (element.path(name).isTextual()) {
        return element.path(name).asText();
      }
    }
    return element.at("/metadata/name").asText("");
  }
}
