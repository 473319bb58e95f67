package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadTraceTest {

  private static LoadTrace parse(String text) throws IOException {
    return LoadTrace.parse(new StringReader(text.replace("/", "\n")), "day.csv");
  }

  @Test
  void goesInStraightLines() throws IOException {
    LoadTrace trace = parse("time,cpu/# a comment//10s,1/1m10s, 500m # down/70,2/80.5,2");
    assertEquals(1000, trace.milliCoresAt(Duration.ZERO));
    assertEquals(1000, trace.milliCoresAt(Duration.ofSeconds(10)));
    assertEquals(750, trace.milliCoresAt(Duration.ofSeconds(40)), 1e-9);
    assertEquals(500, trace.milliCoresAt(Duration.ofNanos(69_999_999_999L)), 1e-6);
    assertEquals(2000, trace.milliCoresAt(Duration.ofSeconds(70)));
    assertEquals(2000, trace.milliCoresAt(Duration.ofHours(1)));
    assertEquals(Duration.ofMillis(80_500), trace.length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0,1/5       | day.csv, line 2: there are 1 columns; write two, time and cpu, such as 90s,1500m",
        "0,1/5,6,7   | day.csv, line 2: there are 3 columns; write two, time and cpu, such as 90s,1500m",
        "0,1//soon,2 | day.csv, line 3: \"soon\" is no time; write seconds such as 90 or a duration such as 1m30s",
        "0,lots      | day.csv, line 1: \"lots\" is no amount of CPU; write cores such as 2 or millicores such as 1500m",
        "0,-1        | day.csv, line 1: \"-1\" is no amount of CPU; write cores such as 2 or millicores such as 1500m",
        "9,1/8,1     | day.csv, line 2: the time 8 goes back; sort the lines by time",
        "0,1/time,cpu| day.csv, line 2: \"time\" is no time; write seconds such as 90 or a duration such as 1m30s",
        "# nothing   | day.csv, line 1: there are no points; write lines such as 90s,1500m",
      })
  void mistakes(String text, String message) {
    LoadFormatException problem = assertThrows(LoadFormatException.class, () -> parse(text));
    assertEquals(message, problem.getMessage());
  }
}
