package dev.hpa.cli.simulate;

import dev.hpa.api.Timestamps;
import dev.hpa.app.cli.CsvRecord;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the snapshots as CSV, variant by variant. Unknown numbers are empty. */
public final class CsvWriter {

  private static final String FORMULA = "=+-@\t\r";

  private CsvWriter() {}

  static void write(VariantComparison comparison, PrintWriter out) {
    out.println("time,variant,demand,capacity,unserved,replicas,desired,ready,pods,min,max");
    for (VariantResult result : comparison.results()) {
      String name = cell(result.variant().name());
      for (Snapshot moment : result.moments()) {
        out.println(
            String.join(
                ",",
                Timestamps.format(moment.at()),
                name,
                Figures.text(moment.demand()),
                Figures.text(moment.capacity()),
                Figures.text(moment.unserved()),
                String.valueOf(moment.replicas()),
                String.valueOf(moment.desired()),
                String.valueOf(moment.ready()),
                String.valueOf(moment.pods()),
                String.valueOf(moment.min()),
                String.valueOf(moment.max())));
      }
    }
  }

  /** A line of strings. */
  public static String line(List<String> cells) {
    return cells.stream().map(CsvWriter::cell).collect(Collectors.joining(","));
  }

  /**
   * A string as a cell. Spreadsheets evaluate cells that start with one of {@link #FORMULA}; a
   * leading apostrophe prevents it.
   */
  static String cell(String text) {
    boolean isFormula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    return CsvRecord.field(isFormula ? "'" + text : text);
  }
}
