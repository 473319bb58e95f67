package dev.hpa.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: a merge patch that merges some lists element by element, with directives
 * for what a merge cannot express. Which lists, and by which key, depends on the name of the field
 * only. New elements go first.
 *
 * <table>
 *   <caption>Directives</caption>
 *   <tr><td>{@code $patch: replace}</td><td>this object (or, in a separate element, this list) replaces the old one</td></tr>
 *   <tr><td>{@code $patch: delete}</td><td>this object becomes empty; this element of a merged list is removed</td></tr>
 *   <tr><td>{@code $patch: merge}</td><td>the default</td></tr>
 *   <tr><td>{@code $retainKeys}</td><td>all fields of this object that are not listed are removed</td></tr>
 *   <tr><td>{@code $deleteFromPrimitiveList/f}</td><td>these values are removed from the list {@code f}</td></tr>
 *   <tr><td>{@code $setElementOrder/f}</td><td>these elements of the list {@code f} are first, in this order</td></tr>
 * </table>
 */
public final class StrategicMergePatch {

  private static final String DIRECTIVE = "$patch";
  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String DELETE_VALUES = "$deleteFromPrimitiveList/";
  private static final String ELEMENT_ORDER = "$setElementOrder/";

  /** The key of a merged list that contains values. */
  private static final String VALUE = "";

  /** The merge keys by the name of the list. */
  private static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("addresses", "type"),
          Map.entry("conditions", "type"),
          Map.entry("containers", "name"),
          Map.entry("env", "name"),
          Map.entry("ephemeralContainers", "name"),
          Map.entry("finalizers", VALUE),
          Map.entry("hostAliases", "ip"),
          Map.entry("imagePullSecrets", "name"),
          Map.entry("initContainers", "name"),
          Map.entry("ownerReferences", "uid"),
          Map.entry("podIPs", "ip"),
          Map.entry("ports", "containerPort"),
          Map.entry("resourceClaims", "name"),
          Map.entry("schedulingGates", "name"),
          Map.entry("secrets", "name"),
          Map.entry("topologySpreadConstraints", "topologyKey"),
          Map.entry("volumeDevices", "devicePath"),
          Map.entry("volumeMounts", "mountPath"),
          Map.entry("volumes", "name"));

  private StrategicMergePatch() {}

  /**
   * Applies a patch; neither modifies the arguments nor shares nodes with them.
   *
   * @throws PatchException if a directive is misused or an element lacks its merge key
   */
  public static ObjectNode apply(ObjectNode target, ObjectNode patch) {
    return merge(target.deepCopy(), patch.deepCopy());
  }

  /** Modifies the original unless it is replaced. */
  private static ObjectNode merge(ObjectNode original, ObjectNode patch) {
    return switch (directive(patch)) {
      case "delete" -> empty();
      case "replace" -> merged(empty(), patch);
      default -> merged(original, patch);
    };
  }

  private static String directive(JsonNode patch) {
    String directive = patch.path(DIRECTIVE).asText("");
    return switch (directive) {
      case "", "replace", "delete", "merge" -> directive;
      default ->
          throw PatchException.malformed("unknown patch type \"" + directive + "\" in " + patch);
    };
  }

  /** Values are deleted after sorting, so that a list is complete when it is sorted. */
  private static ObjectNode merged(ObjectNode result, ObjectNode patch) {
    if (patch.has(RETAIN_KEYS)) {
      result.retain(values(patch, RETAIN_KEYS).stream().map(JsonNode::asText).toList());
    }
    patch.properties().stream()
        .filter(member -> !member.getKey().startsWith("$"))
        .forEach(member -> merge(result, member.getKey(), member.getValue()));
    directives(patch, ELEMENT_ORDER)
        .forEach((name, order) -> insert(result.path(name), taken(result, name, order)));
    directives(patch, DELETE_VALUES).forEach((name, values) -> taken(result, name, values));
    return result;
  }

  private static Map<String, List<JsonNode>> directives(ObjectNode patch, String prefix) {
    Map<String, List<JsonNode>> directives = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      if (member.getKey().startsWith(prefix)) {
        String name = member.getKey().substring(prefix.length());
        directives.put(name, values(patch, member.getKey()));
      }
    }
    return directives;
  }

  private static List<JsonNode> values(ObjectNode patch, String directive) {
    if (patch.get(directive) instanceof ArrayNode list) {
      return elements(list);
    }
    throw PatchException.malformed("invalid patch format of " + directive + " list");
  }

  private static List<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }

  private static void merge(ObjectNode result, String name, JsonNode value) {
    JsonNode old = result.path(name);
    if (value.isNull()) {
      result.remove(name);
    } else if (value instanceof ObjectNode changes) {
      result.set(name, merge(old instanceof ObjectNode object ? object : empty(), changes));
    } else if (value instanceof ArrayNode changes && KEYS.containsKey(name)) {
      ArrayNode list = old instanceof ArrayNode given ? given : result.putArray(name);
      mergeList(name, list, elements(changes));
    } else {
      result.set(name, value);
    }
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static void mergeList(String name, ArrayNode list, List<JsonNode> patch) {
    if (patch.stream().anyMatch(element -> directive(element).equals("replace"))) {
      list.removeAll();
    }
    List<JsonNode> added = new ArrayList<>();
    for (JsonNode element : patch) {
      switch (directive(element)) {
        case "replace" -> {}
        case "delete" -> taken(name, list, element);
        default -> {
          JsonNode old = find(name, list, element);
          if (old == null) {
            added.add(element instanceof ObjectNode object ? merged(empty(), object) : element);
          } else if (old instanceof ObjectNode object) {
            merged(object, (ObjectNode) element);
          }
        }
      }
    }
    insert(list, added);
  }

  /** The first element with the key of another; the same port may occur once per protocol. */
  private static @Nullable JsonNode find(String name, ArrayNode list, JsonNode other) {
    JsonNode identity = identity(name, other);
    return elements(list).stream()
        .filter(each -> identity(name, each).equals(identity))
        .findFirst()
        .orElse(null);
  }

  /** Removes the elements with the keys of others, in the order of the others. */
  private static List<JsonNode> taken(ObjectNode object, String name, List<JsonNode> others) {
    return object.path(name) instanceof ArrayNode list
        ? others.stream().flatMap(each -> taken(name, list, each).stream()).toList()
        : List.of();
  }

  private static List<JsonNode> taken(String name, ArrayNode list, JsonNode other) {
    JsonNode identity = identity(name, other);
    List<JsonNode> taken = new ArrayList<>(elements(list));
    taken.removeIf(each -> !identity(name, each).equals(identity));
    list.removeIf(each -> identity(name, each).equals(identity));
    return taken;
  }

  private static void insert(JsonNode list, List<JsonNode> first) {
    for (int i = 0; i < first.size(); i++) {
      ((ArrayNode) list).insert(i, first.get(i));
    }
  }

  /** The value of the merge key of an element. */
  private static JsonNode identity(String name, JsonNode element) {
    boolean isOfService = name.equals("ports") && element.has("port");
    String key = isOfService ? "port" : KEYS.getOrDefault(name, VALUE);
    JsonNode identity = key.equals(VALUE) ? element : element.path(key);
    if (identity.isContainerNode() || identity.isMissingNode()) {
      throw PatchException.rejected("list \"" + name + "\": no merge key in " + element);
    }
    return identity.isIntegralNumber() ? LongNode.valueOf(identity.longValue()) : identity;
  }
}
