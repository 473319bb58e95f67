package dev.hpa.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

  private static final String CLEARED = "\r\u001b[K";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private final ProgressBar bar = new ProgressBar(out, true, now::get);

  private String drawn() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  private static String bar(int filled, String text) {
    return CLEARED + "[" + "#".repeat(filled) + " ".repeat(30 - filled) + "] " + text;
  }

  @Test
  void itIsRedrawnInOneLineAtMostTenTimesPerSecond() {
    bar.show(0, 3, "days");
    assertEquals(bar(0, "0/3 days"), drawn());
    bar.show(1, 3, "days");
    assertEquals("", drawn());
    now.updateAndGet(each -> each.plusMillis(100));
    bar.show(1, 3, "days");
    assertEquals(bar(10, "1/3 days"), drawn());
    bar.show(3, 3, "days");
    assertEquals(bar(30, "3/3 days"), drawn(), "the end is drawn at once");
    bar.clear();
    assertEquals(CLEARED, drawn());
  }

  @Test
  void itIsNeverLongerThanItsFrame() {
    for (int[] each : new int[][] {{0, 0}, {5, 4}, {Integer.MAX_VALUE, Integer.MAX_VALUE}}) {
      bar.show(each[0], each[1], "runs");
      assertTrue(drawn().startsWith(bar(30, "")), each[0] + " of " + each[1]);
    }
  }

  @Test
  void withoutATerminalALineIsPrintedEvery30Seconds() {
    ProgressBar lines = new ProgressBar(out, false, now::get);
    lines.show(0, 3, "HPAs");
    now.updateAndGet(each -> each.plusSeconds(29));
    lines.show(1, 3, "HPAs");
    assertEquals("", drawn());
    now.updateAndGet(each -> each.plusSeconds(1));
    lines.show(2, 3, "HPAs");
    assertEquals("2/3 HPAs\n", drawn());
    lines.show(3, 3, "HPAs");
    lines.clear();
    assertEquals("", drawn());
  }
}
