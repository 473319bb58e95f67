package dev.hpa.cli.simulate;

import dev.hpa.api.Json;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a comparison as an HTML page. */
final class SimulationReport {

  private SimulationReport() {}

  static void write(VariantComparison comparison, Path file) throws IOException {
    new HtmlPage(
            SimulationReport.class,
            "Simulation: " + fileName(comparison.inputs().demand().main().name()),
            Json.text(ReportData.of(comparison)))
        .write(file);
  }

  private static String fileName(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? file : name.toString();
  }
}
