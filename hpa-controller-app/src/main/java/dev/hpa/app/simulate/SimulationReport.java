package dev.hpa.app.simulate;

import dev.hpa.api.Json;
import dev.hpa.app.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a comparison as a page. */
final class SimulationReport {

  private SimulationReport() {}

  static void write(Comparison comparison, Path file) throws IOException {
    new HtmlPage(
            SimulationReport.class,
            "Simulation: " + comparison.inputs().demand().main().name(),
            Json.text(TreeForm.of(comparison)))
        .write(file);
  }
}
