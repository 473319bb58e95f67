package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChartLineTest {

  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final TimeRange WEEK = new TimeRange(START, START.plusSeconds(7 * 86_400));

  @Test
  void fewPointsRemain() {
    ChartLine line = new ChartLine(WEEK);
    line.add(START, 1.5);
    line.add(START.plusMillis(1500), null);
    line.add(START.plusSeconds(3), 2.0);
    assertEquals("[[0,1.5],[1.5,null],[3,2]]", line.tree().toString());
  }

  @Test
  void stepsKeepBothSidesOfAChange() {
    ChartLine line = new ChartLine(WEEK);
    for (int i = 0; i < 9; i++) {
      line.add(START.plusSeconds(i), i < 4 ? 1.0 : 2.0);
    }
    assertEquals("[[0,1],[3,1],[4,2],[8,2]]", line.steps().tree().toString());
  }

  @Test
  void manyPointsAreReducedToTheVisibleOnes() {
    Random random = new Random(5);
    ChartLine line = new ChartLine(WEEK);
    for (int i = 0; i < 7 * 5760; i++) {
      double value = i == 777 ? 50 : i == 30_303 ? 0.25 : 1 + random.nextDouble();
      line.add(15_000_000_000L * i, i > 20_000 && i < 21_000 ? Double.NaN : value);
    }
    JsonNode thinned = line.tree();
    assertTrue(thinned.size() <= 5 * 1200 + 5, thinned.size() + " points");
    String text = thinned.toString();
    assertTrue(text.contains("[11655,50]") && text.contains("[454545,0.25]"), "both extremes");
    assertTrue(text.contains(",null]"), "the gap");
    double before = -1;
    for (JsonNode point : thinned) {
      assertTrue(point.path(0).asDouble() > before, "in order");
      before = point.path(0).asDouble();
    }
  }
}
