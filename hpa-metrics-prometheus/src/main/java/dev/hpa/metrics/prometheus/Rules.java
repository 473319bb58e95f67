package dev.hpa.metrics.prometheus;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import dev.hpa.kube.content.YamlNodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A configuration of prometheus-adapter, as it is. Immutable.
 *
 * @param rules of custom metrics: metrics of pods and objects
 * @param externalRules of external metrics
 * @param resourceRules of CPU and memory; null for none
 */
record Rules(List<Rule> rules, List<Rule> externalRules, @Nullable ResourceRules resourceRules) {

  /**
   * Which series are metrics, and how they are named and queried.
   *
   * @param seriesQuery a PromQL selector of series
   * @param metricsQuery a template of a PromQL query
   */
  record Rule(
      @Nullable String seriesQuery,
      @Nullable List<Filter> seriesFilters,
      @Nullable Resources resources,
      @Nullable Name name,
      @Nullable String metricsQuery) {

    String seriesQueryOrEmpty() {
      return seriesQuery == null ? "" : seriesQuery;
    }
  }

  /** A regular expression that names of series match, or do not match. */
  record Filter(@Nullable String is, @Nullable String isNot) {}

  /**
   * Which labels name which resources.
   *
   * @param template a template of the label of a resource
   * @param overrides resources by label
   * @param namespaced whether external queries have a matcher of the namespace; null for yes
   */
  record Resources(
      @Nullable String template,
      @Nullable Map<String, GroupResource> overrides,
      @Nullable Boolean namespaced) {}

  /** A resource, plural or singular. */
  record GroupResource(@Nullable String group, @Nullable String resource) {}

  /**
   * The names of metrics.
   *
   * @param matches a regular expression of names of series
   * @param as the name of the metric, with groups of the expression
   */
  record Name(@Nullable String matches, @JsonProperty("as") @Nullable String as) {

    static final Name NONE = new Name(null, null);
  }

  /**
   * @param window the time over which CPU is measured, such as {@code 5m}
   */
  record ResourceRules(
      @Nullable ResourceRule cpu, @Nullable ResourceRule memory, @Nullable String window) {}

  /**
   * The query of CPU or memory of containers.
   *
   * @param nodeQuery is not used: no autoscaler reads nodes
   */
  record ResourceRule(
      @Nullable String containerQuery,
      @Nullable String nodeQuery,
      @Nullable Resources resources,
      @Nullable String containerLabel) {}

  /** The file; absent parts are null. */
  private record File(
      @Nullable List<Rule> rules,
      @Nullable List<Rule> externalRules,
      @Nullable ResourceRules resourceRules) {}

  private static final Set<Tag> TYPED = Set.of(Tag.BOOL, Tag.INT, Tag.FLOAT);

  private static final JsonFactory STRICT =
      Json.factory().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final Set<String> RULE =
      Set.of("seriesQuery", "seriesFilters", "resources", "name", "metricsQuery");

  private static final Set<String> RESOURCE_RULE =
      Set.of("containerQuery", "nodeQuery", "resources", "containerLabel");

  /** The fields of each object by its own name; those of lists have the name of the list. */
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "", Set.of("rules", "externalRules", "resourceRules"),
          "rules", RULE,
          "externalRules", RULE,
          "seriesFilters", Set.of("is", "isNot"),
          "resources", Set.of("template", "overrides", "namespaced"),
          "name", Set.of("matches", "as"),
          "resourceRules", Set.of("cpu", "memory", "window"),
          "cpu", RESOURCE_RULE,
          "memory", RESOURCE_RULE);

  /**
   * Parses a file: YAML or JSON. Unknown and duplicate fields are errors, as for
   * prometheus-adapter.
   *
   * @throws IllegalArgumentException if it is malformed; the message names the place
   */
  static Rules parse(byte[] file) {
    try {
      JsonNode tree = tree(new String(file, StandardCharsets.UTF_8));
      requireKnown("", "", tree);
      File read = tree.isNull() ? new File(null, null, null) : Json.read(tree, File.class);
      return new Rules(orEmpty(read.rules()), orEmpty(read.externalRules()), read.resourceRules());
    } catch (MarkedYAMLException malformed) {
      int line = malformed.getProblemMark() == null ? 0 : malformed.getProblemMark().getLine();
      throw new IllegalArgumentException(
          "line %d: %s".formatted(line + 1, malformed.getProblem()), malformed);
    } catch (YAMLException | YamlFormatException | JsonFormatException | IOException malformed) {
      throw new IllegalArgumentException(
          String.valueOf(malformed.getMessage()).lines().findFirst().orElse(""), malformed);
    }
  }

  /** The first document, as the adapter reads it. */
  private static JsonNode tree(String yaml) throws IOException, YamlFormatException {
    Iterator<Node> documents = YamlNodes.of(yaml);
    if (!documents.hasNext()) {
      return NullNode.getInstance();
    }
    Node first = documents.next();
    asTexts(first, new HashSet<>());
    try (JsonParser in = STRICT.createParser(YamlJson.of(first, 0).text())) {
      try {
        return Json.tree(in);
      } catch (JsonProcessingException duplicate) {
        String path = in.getParsingContext().pathAsPointer().toString();
        throw new IOException(
            "%s: %s"
                .formatted(
                    path.substring(1).replaceAll("/(\\d+)", "[$1]").replace('/', '.'),
                    duplicate.getOriginalMessage()),
            duplicate);
      }
    }
  }

  /** The only field that is not a text is a truth value; a series may have the name n or 5. */
  private static void asTexts(Node node, Set<Node> seen) {
    if (!seen.add(node)) {
      return;
    }
    switch (node) {
      case ScalarNode scalar when TYPED.contains(scalar.getTag()) -> scalar.setTag(Tag.STR);
      case SequenceNode sequence -> sequence.getValue().forEach(each -> asTexts(each, seen));
      case MappingNode mapping -> {
        for (NodeTuple each : mapping.getValue()) {
          asTexts(each.getKeyNode(), seen);
          if (!(each.getKeyNode() instanceof ScalarNode key
              && key.getValue().equals("namespaced"))) {
            asTexts(each.getValueNode(), seen);
          }
        }
      }
      default -> {}
    }
  }

  private static void requireKnown(String name, String path, JsonNode node) {
    Set<String> known = FIELDS.get(name);
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        String element = path + "[" + i + "]";
        if (node.get(i).isNull()) {
          throw new IllegalArgumentException(element + ": it is empty; remove it");
        }
        requireKnown(name, element, node.get(i));
      }
    } else if (known != null && node.isObject()) {
      for (Map.Entry<String, JsonNode> each : node.properties()) {
        String field = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
        if (!known.contains(each.getKey())) {
          throw new IllegalArgumentException(
              "%s: unknown field; use %s"
                  .formatted(field, known.stream().sorted().collect(Collectors.joining(", "))));
        }
        requireKnown(each.getKey(), field, each.getValue());
      }
    }
  }

  private static List<Rule> orEmpty(@Nullable List<Rule> rules) {
    return rules == null ? List.of() : List.copyOf(rules);
  }
}
