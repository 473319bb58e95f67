package dev.hpa.cli.output;

import dev.hpa.api.SafeText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table of text with aligned columns. Not thread-safe. */
public final class TextTable {

  private static final String GAP = "  ";

  private final boolean isOfFigures;
  private final List<List<String>> rows = new ArrayList<>();

  /** A table of texts with a heading: all columns are aligned to the left. */
  public TextTable(String... headings) {
    this(false, List.of(headings));
  }

  private TextTable(boolean isOfFigures, List<String> headings) {
    this.isOfFigures = isOfFigures;
    rows.add(headings);
  }

  /** A table of figures with a heading: all columns but the first are aligned to the right. */
  public static TextTable ofFigures(List<String> headings) {
    return new TextTable(true, headings);
  }

  /** Adds a row with as many cells as the heading; terminal control characters are escaped. */
  public void row(String... cells) {
    row(List.of(cells));
  }

  /** Adds a row with as many cells as the heading; terminal control characters are escaped. */
  public void row(List<String> cells) {
    if (cells.size() != rows.getFirst().size()) {
      throw new IllegalArgumentException(cells.size() + " cells");
    }
    rows.add(cells.stream().map(SafeText::line).toList());
  }

  /** Prints the rows. */
  public void print(PrintWriter out) {
    lines().forEach(out::println);
  }

  /**
   * Prints the rows, or a block for each row with a line for each cell, if a row does not fit.
   *
   * @param width of a line in characters
   */
  public void print(PrintWriter out, int width) {
    if (lines().stream().allMatch(line -> line.length() <= width)) {
      print(out);
      return;
    }
    List<String> headings = rows.getFirst();
    int indent = headings.stream().mapToInt(String::length).max().orElse(0) + 2 * GAP.length();
    for (List<String> row : rows.subList(1, rows.size())) {
      out.println(row.getFirst());
      for (int i = 1; i < row.size(); i++) {
        String name = GAP + headings.get(i).toLowerCase(Locale.ROOT);
        out.print(name + " ".repeat(indent - name.length()));
        out.println(wrapped(row.get(i), Math.max(20, width - indent), indent));
      }
    }
  }

  /** Prints the rows as a table of Markdown. */
  public void printMarkdown(PrintWriter out) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      lines.add(
          row.stream()
              .map(cell -> cell.replace("|", "\\|").replace("<", "&lt;"))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
    lines.add(1, "|---".repeat(rows.getFirst().size()) + "|");
    lines.forEach(out::println);
  }

  /** A number of things, such as {@code 1 HPA}. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String wrapped(String text, int width, int indent) {
    StringBuilder lines = new StringBuilder();
    int used = 0;
    for (String word : text.split(" ", -1)) {
      boolean fits = used == 0 || used + 1 + word.length() <= width;
      lines.append(used == 0 ? "" : fits ? " " : "\n" + " ".repeat(indent)).append(word);
      used = fits && used > 0 ? used + 1 + word.length() : word.length();
    }
    return lines.toString();
  }

  /** The rows, the heading first, without spaces at their ends. */
  public List<String> lines() {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : GAP).append(isOfFigures && i > 0 ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }
}
