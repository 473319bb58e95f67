package dev.hpa.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A small chart of block characters for the terminal. */
public final class SparkChart {

  private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";
  private static final char TARGET = '╌';

  private SparkChart() {}

  /**
   * Draws {@code values} as columns from left to right. If there are more values than columns, each
   * column shows the maximum of its values; if there are fewer, the columns to the right are empty.
   * NaN leaves a column empty; other values show at least the lowest block and are clamped to the
   * bounds.
   *
   * @param min the value at the bottom of the chart
   * @param max the value at its top
   * @param width columns of the chart
   * @param height rows of the chart
   * @param targetLine the value of a dashed line behind the columns; no line if it is NaN or out of
   *     bounds
   * @return the rows from the top down, each of exactly {@code width} characters
   */
  public static List<String> render(
      double[] values, double min, double max, int width, int height, double targetLine) {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("a chart of " + width + " × " + height + " characters");
    }
    if (!(min < max)) {
      throw new IllegalArgumentException("a chart from " + min + " to " + max);
    }
    int[] eighths = new int[width];
    for (int column = 0; column < Math.min(width, values.length); column++) {
      double value = highest(values, column, width);
      if (!Double.isNaN(value)) {
        eighths[column] = Math.max(1, (int) Math.round(share(value, min, max) * height * 8));
      }
    }
    int targetRow =
        targetLine >= min && targetLine <= max
            ? Math.min(height - 1, (int) (share(targetLine, min, max) * height))
            : -1;
    List<String> rows = new ArrayList<>(height);
    for (int row = height - 1; row >= 0; row--) {
      char[] line = new char[width];
      for (int column = 0; column < width; column++) {
        int filled = Math.clamp(eighths[column] - row * 8L, 0, 8);
        line[column] = filled == 0 && row == targetRow ? TARGET : EIGHTHS.charAt(filled);
      }
      rows.add(new String(line));
    }
    return rows;
  }

  private static double share(double value, double min, double max) {
    return Math.clamp((value - min) / (max - min), 0, 1);
  }

  private static double highest(double[] values, int column, int width) {
    if (values.length <= width) {
      return values[column];
    }
    int from = (int) ((long) column * values.length / width);
    int to = (int) ((column + 1L) * values.length / width);
    return Arrays.stream(values, from, to)
        .filter(value -> !Double.isNaN(value))
        .max()
        .orElse(Double.NaN);
  }
}
