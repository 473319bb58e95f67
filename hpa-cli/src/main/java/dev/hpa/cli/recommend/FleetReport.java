package dev.hpa.cli.recommend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.output.YamlText;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of a fleet as JSON and as an HTML page. */
final class FleetReport {

  /** Points of a front in a page: what a chart of its size can show. */
  private static final int MAX_POINTS = 60;

  private FleetReport() {}

  /**
   * The JSON; docs/recommend.md describes the fields.
   *
   * @param price of a pod per hour; null if unknown
   */
  static ObjectNode json(List<FleetRow> rows, @Nullable Double price) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("pricePerPodHour", price);
    tree.put("podHoursPerDay", rows.stream().mapToDouble(FleetRow::today).sum());
    tree.put("savedPodHoursPerDay", rows.stream().mapToDouble(FleetRow::saved).sum());
    tree.set("sums", Json.tree(FleetSum.of(rows)));
    ArrayNode all = tree.putArray("autoscalers");
    FleetText.ranked(rows).forEach(row -> all.add(row.json()));
    return tree;
  }

  static void write(List<FleetRow> rows, @Nullable Double price, Path file) throws IOException {
    ObjectNode tree = json(rows, price).deepCopy();
    for (JsonNode row : tree.path("autoscalers")) {
      for (JsonNode each : row.at("/analysis/recommendations")) {
        ((ObjectNode) each).put("patchText", YamlText.of(each.path("patch")));
        if (!each.path("workloadPatch").isEmpty()) {
          ((ObjectNode) each).put("workloadPatchText", YamlText.of(each.path("workloadPatch")));
        }
      }
      if (row.at("/analysis/front") instanceof ArrayNode front && front.size() > MAX_POINTS) {
        ((ObjectNode) row.path("analysis")).set("front", thinned(front));
      }
    }
    String title =
        rows.size() == 1
            ? "Recommendation for " + rows.getFirst().name()
            : "Recommendations for " + rows.size() + " HPAs";
    new HtmlPage(FleetReport.class, title, Json.text(tree)).write(file);
  }

  /** Points at even distances, the first and the last included. */
  private static ArrayNode thinned(ArrayNode front) {
    ArrayNode points = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < MAX_POINTS; i++) {
      points.add(front.get((int) Math.round((double) i * (front.size() - 1) / (MAX_POINTS - 1))));
    }
    return points;
  }
}
