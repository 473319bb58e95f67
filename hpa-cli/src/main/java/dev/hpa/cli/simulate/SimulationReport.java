package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes a comparison as an HTML page. */
public final class SimulationReport {

  private SimulationReport() {}

  static void write(VariantComparison comparison, Path file) throws IOException {
    write(
        comparison,
        "Simulation: " + fileName(comparison.inputs().demand().main().name()),
        null,
        file);
  }

  /**
   * Writes a page with its own words.
   *
   * @param subtitle null for that of a simulation
   */
  public static void write(
      VariantComparison comparison, String title, @Nullable String subtitle, Path file)
      throws IOException {
    ObjectNode data = ReportData.of(comparison);
    if (subtitle != null) {
      data.put("subtitle", subtitle);
    }
    new HtmlPage(SimulationReport.class, title, Json.text(data)).write(file);
  }

  private static String fileName(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? file : name.toString();
  }
}
