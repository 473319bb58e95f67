package dev.hpa.app.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingTest {

  private static final String CACHE = "dev.hpa.app.cluster.Reflector";
  private static final String LOOP = "dev.hpa.app.controller.ControlLoop";

  private static LogRecord line(Level level, String text) {
    LogRecord line = new LogRecord(level, text);
    line.setLoggerName(LOOP);
    line.setInstant(Instant.parse("2026-01-02T15:04:05.123456700Z"));
    return line;
  }

  @ParameterizedTest
  @CsvSource({
    "0, false, false, false",
    "1, false, false, false",
    "2, true, false, false",
    "4, true, true, false",
    "6, true, true, true"
  })
  void moreIsToldStepByStep(int level, boolean caches, boolean decisions, boolean everything) {
    Verbosity verbosity = Verbosity.of(level);
    assertTrue(verbosity.tells(LOOP, Level.INFO));
    assertEquals(caches, verbosity.tells(CACHE, Level.FINE));
    assertEquals(decisions, verbosity.tells(LOOP, Level.FINE));
    assertEquals(everything, verbosity.tells(LOOP, Level.FINEST));
  }

  @ParameterizedTest
  @CsvSource({
    "ControlLoop, true",
    "Control*, true",
    "?ontrolLoop, true",
    "horizontal, true",
    "horiz*, true",
    "Control, false",
    "[, false",
  })
  void aModuleIsAClassByItsName(String pattern, boolean told) {
    Verbosity verbosity = new Verbosity(0, List.of(new Verbosity.Module(pattern, 4)));
    assertEquals(told, verbosity.tells(LOOP, Level.FINE));
    assertFalse(verbosity.tells(CACHE, Level.FINE));
    assertEquals(Level.FINE, verbosity.finest());
  }

  @Test
  void theFirstModuleThatFitsCounts() {
    Verbosity verbosity =
        new Verbosity(
            4, List.of(new Verbosity.Module("Control*", 0), new Verbosity.Module("*", 6)));
    assertFalse(verbosity.tells(LOOP, Level.FINE));
    assertTrue(verbosity.tells(CACHE, Level.FINEST));
  }

  @Test
  void textBeginsWithTheSeverity() {
    assertEquals(
        "W0102 15:04:05.123456 ControlLoop] slow\n",
        new TextLine().format(line(Level.WARNING, "slow")));
  }

  @Test
  void jsonIsOneObjectALine() {
    JsonNode told = Json.tree(new JsonLine().format(line(Level.FINE, "a \"b\"\nc")));
    assertEquals("controller/ControlLoop", told.get("caller").asText());
    assertEquals("a \"b\"\nc", told.get("msg").asText());
    assertEquals(4, told.get("v").asInt());
    assertEquals(1767366245123.4568, told.get("ts").asDouble());
  }

  @Test
  void anErrorInJsonHasNoVerbosity() {
    LogRecord failed = line(Level.SEVERE, "failed");
    failed.setThrown(new IllegalStateException("why"));
    JsonNode told = Json.tree(new JsonLine().format(failed));
    assertFalse(told.has("v"));
    assertEquals("java.lang.IllegalStateException: why", told.get("err").asText());
  }

  @Test
  void linesAreWrittenAtOnceOrAtTheEnd() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LineHandler handler = new LineHandler(out, new TextLine(), Duration.ZERO);
    handler.publish(line(Level.INFO, "one"));
    handler.setFilter(line -> false);
    handler.publish(line(Level.INFO, "two"));
    handler.close();
    assertEquals("I0102 15:04:05.123456 ControlLoop] one\n", out.toString(StandardCharsets.UTF_8));
  }
}
