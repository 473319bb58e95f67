package dev.hpa.benchmarks.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** HTML report of a comparison, with charts over the time since the start of each contender. */
final class LoadReport {

  private final Comparison comparison;

  LoadReport(Comparison comparison) {
    this.comparison = comparison;
  }

  void write(Path file) throws IOException {
    double longest =
        comparison.outcomes().stream()
            .flatMap(each -> each.periods().stream())
            .mapToDouble(PeriodFigures::second)
            .max()
            .orElse(0);
    ObjectNode recording = (ObjectNode) Json.tree(Json.text(comparison));
    recording.put("start", Instant.EPOCH.toString());
    recording.put("end", Instant.EPOCH.plusMillis(Math.round(longest * 1000)).toString());
    String title =
        "%,d HPAs, %s".formatted(comparison.population().autoscalers(), comparison.profile());
    new HtmlPage(LoadReport.class, title, Json.text(recording)).write(file);
  }
}
