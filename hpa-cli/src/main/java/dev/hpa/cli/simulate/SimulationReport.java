package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a comparison as an HTML page. */
public final class SimulationReport {

  private SimulationReport() {}

  static void write(VariantComparison comparison, Path file) throws IOException {
    write(
        comparison,
        "Simulation: " + fileName(comparison.spec().demand().main().name()),
        JsonNodeFactory.instance.objectNode(),
        file);
  }

  /**
   * Writes a page with its own words.
   *
   * @param more what the page shows besides: a {@code subtitle} instead of that of a simulation,
   *     {@code changes} of the replicas and {@code notes}
   */
  public static void write(VariantComparison comparison, String title, ObjectNode more, Path file)
      throws IOException {
    ObjectNode data = ReportData.of(comparison);
    data.setAll(more);
    new HtmlPage(SimulationReport.class, title, Json.text(data)).write(file);
  }

  private static String fileName(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? file : name.toString();
  }
}
