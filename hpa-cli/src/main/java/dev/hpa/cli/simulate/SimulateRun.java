package dev.hpa.cli.simulate;

import dev.hpa.api.SafeText;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.simulation.ReplayLimitException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of {@code simulate}. */
public final class SimulateRun {

  /** Of all HPAs together, about a minute. */
  private static final long MAX_POD_SYNCS_OF_ALL = 1_000_000_000;

  private final PrintWriter out;
  private final OutputFormat format;
  private final boolean colored;

  /**
   * Creates a run.
   *
   * @param colored whether to use colors in text
   */
  public SimulateRun(PrintWriter out, OutputFormat format, boolean colored) {
    this.out = out;
    this.format = format;
    this.colored = colored;
  }

  /**
   * Simulates all variants and writes the comparison.
   *
   * @param report file of the HTML report; null for none
   * @throws UnusableInputException if an input is unusable; nothing is written
   */
  public void run(ReplaySpec spec, @Nullable Path report)
      throws IOException, UnusableInputException {
    VariantComparison comparison =
        new VariantComparison(spec, results(spec, ProgressBar.onTerminal()));
    write(comparison);
    if (report != null) {
      SimulationReport.write(comparison, report);
      if (format == OutputFormat.TEXT) {
        out.printf("Report: %s%n", report.toAbsolutePath());
      }
    }
    out.flush();
  }

  private static List<VariantResult> results(ReplaySpec spec, ProgressBar bar)
      throws UnusableInputException {
    List<VariantResult> results = new ArrayList<>();
    try {
      for (Variant variant : spec.variants()) {
        results.add(result(variant, spec, bar));
      }
    } finally {
      bar.clear();
    }
    return results;
  }

  private static VariantResult result(Variant variant, ReplaySpec spec, ProgressBar bar)
      throws UnusableInputException {
    String unit = "minutes of " + SafeText.line(variant.name());
    try {
      return VariantRun.run(
          variant,
          spec,
          Math.min(VariantRun.MAX_POD_SYNCS, MAX_POD_SYNCS_OF_ALL / spec.variants().size()),
          (done, total) -> bar.show(minutes(done), minutes(total), unit));
    } catch (ReplayLimitException excess) {
      throw new UnusableInputException(variant.name() + ": " + excess.getMessage());
    }
  }

  private static int minutes(Duration duration) {
    return (int) Math.min(Integer.MAX_VALUE, duration.toMinutes());
  }

  private void write(VariantComparison comparison) {
    switch (format) {
      case TEXT -> new TextWriter(out, colored).write(comparison);
      case JSON -> new DocumentWriter(out, OutputFormat.JSON).write(ComparisonJson.of(comparison));
      case YAML -> new DocumentWriter(out, OutputFormat.YAML).write(ComparisonJson.of(comparison));
      case CSV -> CsvWriter.write(comparison, out);
      case NDJSON, MARKDOWN, SARIF ->
          throw new IllegalArgumentException(format + " is not a format of simulations");
    }
  }
}
