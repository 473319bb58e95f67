package dev.hpa.cli.recommend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of one HPA of a fleet, as it is written and read again.
 *
 * @param team the label of its workload or namespace, empty without one; null if it is not asked
 *     for
 * @param link to its dashboard; empty for none
 * @param problem why it could not be analyzed; null if it was
 * @param analysis the JSON of its {@link Analysis}; null with a problem
 */
record FleetRow(
    NamespacedName name,
    @Nullable String team,
    String link,
    @Nullable String problem,
    @Nullable ObjectNode analysis) {

  static FleetRow of(NamespacedName name, @Nullable String team, Analysis analysis) {
    return new FleetRow(name, team, "", null, AnalysisJson.of(analysis));
  }

  static FleetRow failed(NamespacedName name, String problem) {
    return new FleetRow(name, null, "", problem, null);
  }

  FleetRow withLink(String value) {
    return new FleetRow(name, team, value, problem, analysis);
  }

  ObjectNode json() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("autoscaler", name.toString());
    tree.put("team", team);
    tree.put("link", link);
    tree.put("problem", problem);
    tree.set("analysis", analysis);
    return tree;
  }

  /** A row that {@link #json} made; empty for anything else. */
  static Optional<FleetRow> parse(JsonNode tree) {
    try {
      NamespacedName name = NamespacedName.parse(tree.path("autoscaler").asText());
      if (tree.path("problem").isTextual()) {
        return Optional.of(failed(name, tree.path("problem").asText()));
      }
      return tree.path("analysis") instanceof ObjectNode analysis && isUsable(analysis)
          ? Optional.of(new FleetRow(name, tree.path("team").asText(null), "", null, analysis))
          : Optional.empty();
    } catch (IllegalArgumentException other) {
      return Optional.empty();
    }
  }

  /** Files of results may have been edited. */
  private static boolean isUsable(ObjectNode analysis) {
    return analysis.path("recommendations").valueStream().allMatch(JsonNode::isObject)
        && Stream.concat(
                Stream.of(analysis.path("today")), analysis.path("recommendations").valueStream())
            .allMatch(each -> Double.isFinite(each.path("podHoursPerDay").asDouble()));
  }

  /** Why there is no recommendation, in one line; null if there is one. */
  @Nullable String reason() {
    if (problem != null) {
      return problem;
    }
    JsonNode reason = field("reason");
    return reason.isNull() ? null : reason.asText();
  }

  /** A field of the analysis; missing with a problem. */
  JsonNode field(String name) {
    return analysis == null ? JsonNodeFactory.instance.missingNode() : analysis.path(name);
  }

  /** The recommendation to apply; missing if there is none. */
  JsonNode proposal() {
    for (JsonNode each : field("recommendations")) {
      if (each.path("name").asText().equals(field("proposed").asText())) {
        return each;
      }
    }
    return JsonNodeFactory.instance.missingNode();
  }

  double today() {
    return field("today").path("podHoursPerDay").asDouble();
  }

  /** Pod-hours per day that the recommendation saves; negative if it costs more, 0 without one. */
  double saved() {
    return proposal().isMissingNode() ? 0 : today() - proposal().path("podHoursPerDay").asDouble();
  }

  /** What writes the HPA anew, so that its patch has no effect; empty if nothing does. */
  String owner() {
    return field("owner").asText("");
  }

  List<String> changes() {
    return proposal()
        .path("changes")
        .valueStream()
        .map(
            each ->
                each.path("name").asText()
                    + " "
                    + each.path("from").asText()
                    + " → "
                    + each.path("to").asText())
        .collect(Collectors.toUnmodifiableList());
  }
}
