package dev.hpa.cli.recommend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.output.YamlText;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes a result as an HTML page. */
final class AnalysisReport {

  private AnalysisReport() {}

  static void write(Analysis analysis, Path file) throws IOException {
    ObjectNode tree = AnalysisJson.of(analysis);
    for (JsonNode each : tree.path("recommendations")) {
      ((ObjectNode) each).put("patchText", YamlText.of(each.path("patch")));
    }
    HtmlPage.named(
            AnalysisReport.class,
            "report",
            List.of("analysis"),
            "Recommendation for " + tree.path("autoscaler").asText(),
            Json.text(tree))
        .write(file);
  }
}
