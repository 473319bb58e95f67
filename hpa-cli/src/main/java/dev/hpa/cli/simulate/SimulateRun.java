package dev.hpa.cli.simulate;

import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.output.OutputFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of {@code simulate}: files in, a comparison of the autoscalers in them out. */
public final class SimulateRun {

  private final PrintWriter out;
  private final OutputFormat format;
  private final boolean colored;

  /**
   * A run.
   *
   * @param colored whether the text may have colours
   */
  public SimulateRun(PrintWriter out, OutputFormat format, boolean colored) {
    this.out = out;
    this.format = format;
    this.colored = colored;
  }

  /**
   * Simulates all variants and writes what came of them.
   *
   * @param report where to write the report as HTML; null for none
   * @throws UnusableInputException if something in the files cannot be used; nothing is written
   *     then
   */
  public void run(SimulateOptions options, @Nullable Path report)
      throws IOException, UnusableInputException {
    Inputs inputs = Inputs.read(options);
    List<VariantResult> results = new ArrayList<>();
    for (Variant variant : inputs.variants()) {
      results.add(Simulation.run(variant, inputs.demand(), inputs.counted(), options));
    }
    VariantComparison comparison = new VariantComparison(inputs, options, results);
    write(comparison);
    if (report != null) {
      SimulationReport.write(comparison, report);
      if (format == OutputFormat.TEXT) {
        out.printf("Report: %s%n", report.toAbsolutePath());
      }
    }
    out.flush();
  }

  private void write(VariantComparison comparison) {
    switch (format) {
      case TEXT -> new TextForm(out, colored).write(comparison);
      case JSON -> new DocumentWriter(out, OutputFormat.JSON).write(JsonTree.of(comparison));
      case YAML -> new DocumentWriter(out, OutputFormat.YAML).write(JsonTree.of(comparison));
      case CSV -> CsvForm.write(comparison, out);
      case NDJSON, SARIF ->
          throw new IllegalArgumentException(format + " is not a format of simulations");
    }
  }
}
