package dev.hpa.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SparkChartTest {

  private static final double NO_TARGET = Double.NaN;

  @Test
  void oneRowShowsEighths() {
    double[] values = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    assertEquals(List.of("▁▁▂▃▄▅▆▇█"), SparkChart.render(values, 0, 8, 9, 1, NO_TARGET));
  }

  @Test
  void columnsRiseThroughTheRows() {
    double[] values = {0, 4, 8, 12, 16};
    assertEquals(List.of("   ▄█", "▁▄███"), SparkChart.render(values, 0, 16, 5, 2, NO_TARGET));
  }

  @Test
  void targetRunsWhereNoColumnCoversIt() {
    double[] values = {10, 90, 50, 10};
    assertEquals(
        List.of(" ▅  ", "╌█╌╌", " ██ ", "▃██▃"), SparkChart.render(values, 0, 100, 4, 4, 50));
  }

  @Test
  void targetOnTheBoundsStaysInside() {
    assertEquals(List.of("╌", " "), SparkChart.render(new double[0], 0, 1, 1, 2, 1));
    assertEquals(List.of(" ", "╌"), SparkChart.render(new double[0], 0, 1, 1, 2, 0));
  }

  @Test
  void targetOutOfBoundsIsNotDrawn() {
    assertEquals(List.of("  "), SparkChart.render(new double[0], 0, 1, 2, 1, 1.5));
    assertEquals(List.of("  "), SparkChart.render(new double[0], 0, 1, 2, 1, -0.5));
  }

  @Test
  void fewValuesLeaveTheRightEmpty() {
    assertEquals(List.of("█▄  "), SparkChart.render(new double[] {2, 1}, 0, 2, 4, 1, NO_TARGET));
  }

  @Test
  void manyValuesKeepTheirPeaks() {
    double[] values = {1, 8, 1, 1, 1, 4, 1};
    assertEquals(List.of("█▁▄"), SparkChart.render(values, 0, 8, 3, 1, NO_TARGET));
  }

  @Test
  void unknownValuesAreGaps() {
    assertEquals(
        List.of("█ █"), SparkChart.render(new double[] {1, Double.NaN, 1}, 0, 1, 3, 1, NO_TARGET));
    double[] pairs = {Double.NaN, 1, Double.NaN, Double.NaN};
    assertEquals(List.of("█ "), SparkChart.render(pairs, 0, 1, 2, 1, NO_TARGET));
  }

  @Test
  void valuesBeyondTheBoundsAreCut() {
    double[] values = {-5, 500, Double.POSITIVE_INFINITY};
    assertEquals(List.of(" ██", "▁██"), SparkChart.render(values, 0, 10, 3, 2, NO_TARGET));
  }

  @Test
  void everyRowHasTheFullWidth() {
    List<String> rows = SparkChart.render(new double[] {1, 2, 3}, 0, 3, 17, 5, 1.5);
    assertEquals(5, rows.size());
    rows.forEach(row -> assertEquals(17, row.length()));
  }

  @Test
  void invalidChartsAreRejected() {
    double[] values = {1};
    assertThrows(
        IllegalArgumentException.class, () -> SparkChart.render(values, 0, 1, 0, 1, NO_TARGET));
    assertThrows(
        IllegalArgumentException.class, () -> SparkChart.render(values, 0, 1, 1, 0, NO_TARGET));
    assertThrows(
        IllegalArgumentException.class, () -> SparkChart.render(values, 1, 1, 1, 1, NO_TARGET));
    assertThrows(
        IllegalArgumentException.class,
        () -> SparkChart.render(values, Double.NaN, 1, 1, 1, NO_TARGET));
  }
}
