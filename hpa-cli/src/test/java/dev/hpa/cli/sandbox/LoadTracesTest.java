package dev.hpa.cli.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.app.cli.UsageException;
import dev.hpa.sandbox.workload.LoadTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTracesTest {

  private final Path file;

  LoadTracesTest(@TempDir Path folder) {
    this.file = folder.resolve("day.csv");
  }

  private LoadTrace read(String text) throws IOException {
    Files.writeString(file, text.replace("/", "\n"));
    return LoadTraces.read(file);
  }

  @Test
  void interpolateLinearly() throws IOException {
    LoadTrace trace = read("time,cpu/# a comment//10s,1/1m10s, 500m # down/70,2/80.5,2");
    assertEquals(1000, trace.milliCoresAt(Duration.ZERO));
    assertEquals(1000, trace.milliCoresAt(Duration.ofSeconds(10)));
    assertEquals(750, trace.milliCoresAt(Duration.ofSeconds(40)), 1e-9);
    assertEquals(500, trace.milliCoresAt(Duration.ofNanos(69_999_999_999L)), 1e-6);
    assertEquals(2000, trace.milliCoresAt(Duration.ofSeconds(70)));
    assertEquals(2000, trace.milliCoresAt(Duration.ofHours(1)));
    assertEquals(Duration.ofMillis(80_500), trace.length());
  }

  @Test
  void datesCountFromTheFirstSample() throws IOException {
    LoadTrace trace = read("2026-03-02T12:00:00Z,1/2026-03-02T12:01:00Z,3");
    assertEquals(2000, trace.milliCoresAt(Duration.ofSeconds(30)));
    assertEquals(Duration.ofMinutes(1), trace.length());
  }

  @Test
  void invalidTracesAreUsageErrors() {
    UsageException problem = assertThrows(UsageException.class, () -> read("0,1/soon,2"));
    assertEquals(
        file
            + ", line 2: \"soon\" is not a time; write 2026-03-02T08:00:00Z, 2026-03-02 08:00:00, seconds of the Unix"
            + " epoch,"
            + " or a time since the start such as 90 or 1m30s",
        problem.getMessage());
    UsageException absent =
        assertThrows(UsageException.class, () -> LoadTraces.read(Path.of("none.csv")));
    assertEquals("none.csv: does not exist; check the path", absent.getMessage());
  }
}
