package dev.hpa.cli.output;

import dev.hpa.controller.log.SafeText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table of text with aligned columns. Not thread-safe. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** A table with a heading. */
  public TextTable(String... headings) {
    rows.add(List.of(headings));
  }

  /** Adds a row with as many cells as the heading; terminal control characters are escaped. */
  public void row(String... cells) {
    if (cells.length != rows.getFirst().size()) {
      throw new IllegalArgumentException(cells.length + " cells");
    }
    rows.add(List.of(cells).stream().map(SafeText::line).toList());
  }

  /** Prints the rows; the last column is not padded. */
  public void print(PrintWriter out) {
    int last = rows.getFirst().size() - 1;
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < last; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(width(i) - cell.length())).append(GAP);
      }
      out.println(line.append(row.get(last)));
    }
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
