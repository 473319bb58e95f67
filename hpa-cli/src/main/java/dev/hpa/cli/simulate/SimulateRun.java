package dev.hpa.cli.simulate;

import dev.hpa.cli.manifests.DocumentFormat;
import dev.hpa.cli.manifests.DocumentWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of {@code simulate}: files in, a comparison of the autoscalers in them out. */
public final class SimulateRun {

  private final PrintWriter out;
  private final Form form;
  private final boolean colored;

  /** Forms of output. */
  public enum Form {
    text,
    json,
    yaml,
    csv
  }

  /**
   * A run.
   *
   * @param colored whether the text may have colours
   */
  public SimulateRun(PrintWriter out, Form form, boolean colored) {
    this.out = out;
    this.form = form;
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
      if (form == Form.text) {
        out.printf("Report: %s%n", report.toAbsolutePath());
      }
    }
    out.flush();
  }

  private void write(VariantComparison comparison) {
    switch (form) {
      case text -> new TextForm(out, colored).write(comparison);
      case json -> new DocumentWriter(out, DocumentFormat.json).write(JsonTree.of(comparison));
      case yaml -> new DocumentWriter(out, DocumentFormat.yaml).write(JsonTree.of(comparison));
      case csv -> CsvForm.write(comparison, out);
    }
  }
}
