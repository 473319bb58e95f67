package dev.hpa.app.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.log.Redactor;
import dev.hpa.controller.log.StructuredRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class LoggingTest {

  private static final String CACHE = "dev.hpa.kube.client.Reflector";
  private static final String LOOP = "dev.hpa.controller.reconcile.ControlLoop";

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
  void verbosityEnablesLevels(int level, boolean caches, boolean decisions, boolean everything) {
    Verbosity verbosity = Verbosity.of(level);
    assertTrue(verbosity.isLoggable(LOOP, Level.INFO));
    assertEquals(caches, verbosity.isLoggable(CACHE, Level.FINE));
    assertEquals(decisions, verbosity.isLoggable(LOOP, Level.FINE));
    assertEquals(everything, verbosity.isLoggable(LOOP, Level.FINEST));
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
  void modulesMatchClassNames(String pattern, boolean logged) {
    Verbosity verbosity = new Verbosity(0, List.of(new Verbosity.Module(pattern, 4)));
    assertEquals(logged, verbosity.isLoggable(LOOP, Level.FINE));
    assertFalse(verbosity.isLoggable(CACHE, Level.FINE));
    assertEquals(Level.FINE, verbosity.finest());
  }

  @Test
  void firstMatchingModuleApplies() {
    Verbosity verbosity =
        new Verbosity(
            4, List.of(new Verbosity.Module("Control*", 0), new Verbosity.Module("*", 6)));
    assertFalse(verbosity.isLoggable(LOOP, Level.FINE));
    assertTrue(verbosity.isLoggable(CACHE, Level.FINEST));
  }

  @Test
  void textStartsWithTheSeverity() {
    assertEquals(
        "W0102 15:04:05.123456 ControlLoop] slow\n",
        new TextLine(() -> Redactor.NONE).format(line(Level.WARNING, "slow")));
  }

  @Test
  void jsonIsOneObjectPerLine() {
    JsonNode logged =
        Json.tree(new JsonLine(() -> Redactor.NONE).format(line(Level.FINE, "a \"b\"\nc")));
    assertEquals("reconcile/ControlLoop", logged.get("caller").asText());
    assertEquals("a \"b\"\nc", logged.get("msg").asText());
    assertEquals(4, logged.get("v").asInt());
    assertEquals(1767366245123.4568, logged.get("ts").asDouble());
  }

  @Test
  void jsonErrorHasNoVerbosity() {
    LogRecord failed = line(Level.SEVERE, "failed");
    failed.setThrown(new IllegalStateException("why"));
    JsonNode logged = Json.tree(new JsonLine(() -> Redactor.NONE).format(failed));
    assertFalse(logged.has("v"));
    assertEquals("java.lang.IllegalStateException: why", logged.get("err").asText());
  }

  private static String text(LogRecord line) {
    return new TextLine(() -> Redactor.of(List.of("s3cret-t0ken"))).format(line);
  }

  private static JsonNode json(LogRecord line) {
    return Json.tree(new JsonLine(() -> Redactor.of(List.of("s3cret-t0ken"))).format(line));
  }

  @Test
  void messageIsOneLineWithoutControlCharacters() {
    assertEquals(
        "W0102 15:04:05.123456 ControlLoop] web\\nE0102 15:04:05.000000 ControlLoop] forged"
            + " \\x1b[2J\\u009b\\u202e\n",
        text(
            line(
                Level.WARNING,
                "web\nE0102 15:04:05.000000 ControlLoop] forged \u001b[2J\u009b\u202e")));
  }

  @Test
  void stackTraceLinesCannotBeForged() {
    LogRecord failed = line(Level.SEVERE, "failed");
    failed.setThrown(
        new IllegalStateException("a\n\tat forged", new IllegalStateException("b\nE0102 forged")));
    List<String> lines = text(failed).lines().toList();
    assertEquals("java.lang.IllegalStateException: a\\n\\tat forged", lines.get(1));
    assertTrue(
        lines.contains("Caused by: java.lang.IllegalStateException: b\\nE0102 forged"),
        lines.toString());
  }

  @Test
  void exceptionWithFailingMessageIsNamed() {
    LogRecord failed = line(Level.SEVERE, "failed");
    failed.setThrown(
        new IllegalStateException() {
          private static final long serialVersionUID = 1;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no text");
          }
        });
    assertTrue(text(failed).endsWith(": its message cannot be read\n"), text(failed));
    assertTrue(json(failed).get("err").asText().endsWith(": its message cannot be read"));
  }

  @Test
  void longMessagesAreTruncated() {
    String message = "x".repeat(3_000_000);
    assertTrue(text(line(Level.WARNING, message)).length() < 17_000);
    String shown = json(line(Level.WARNING, message)).get("msg").asText();
    assertTrue(shown.endsWith("… (2983616 more characters)"), shown.substring(16_000));
  }

  @Test
  void jsonIsValidAndEscaped() {
    String line =
        new JsonLine(() -> Redactor.NONE)
            .format(line(Level.INFO, "a\u001b[2J\u009b\u202e\ud83d\u2028b\ud83d\ude00"));
    assertEquals(
        "a\u001b[2J\u009b\u202e\ud83d\u2028b\ud83d\ude00", Json.tree(line).get("msg").asText());
    assertTrue(
        line.strip().chars().allMatch(c -> c >= ' ' && c != 0x9b && c != 0x202e && c != 0x2028),
        line);
  }

  @Test
  void secretsAreRedacted() {
    LogRecord failed = line(Level.SEVERE, "bad token s3cret-t0ken");
    failed.setThrown(new IllegalStateException("header: \"s3cret-t0ken\\n\""));
    assertFalse(text(failed).contains("s3cret"), text(failed));
    assertFalse(json(failed).toString().contains("s3cret"));
    assertTrue(text(failed).contains("bad token (secret)\n"), text(failed));
  }

  private static StructuredRecord scaling() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("HPA", new NamespacedName("shop", "web"));
    fields.put("currentReplicas", 5);
    fields.put("desiredReplicas", 2);
    fields.put("reason", "All \"metrics\"\nbelow target");
    StructuredRecord line = new StructuredRecord(Level.INFO, 0, "Successfully rescaled", fields);
    line.setLoggerName(LOOP);
    line.setInstant(Instant.parse("2026-01-02T15:04:05.123456700Z"));
    return line;
  }

  @Test
  void structuredLinesHaveTheKlogFormat() {
    assertEquals(
        "I0102 15:04:05.123456 ControlLoop] \"Successfully rescaled\" HPA=\"shop/web\""
            + " currentReplicas=5 desiredReplicas=2 reason=\"All \\\"metrics\\\"\\nbelow"
            + " target\"\n",
        text(scaling()));
    JsonNode logged = json(scaling());
    assertEquals("Successfully rescaled", logged.get("msg").asText());
    assertEquals("{\"name\":\"web\",\"namespace\":\"shop\"}", logged.get("HPA").toString());
    assertEquals(5, logged.get("currentReplicas").intValue());
    assertEquals("All \"metrics\"\nbelow target", logged.get("reason").asText());
    assertEquals(0, logged.get("v").intValue());
  }

  @Test
  void structuredLineHasItsOwnVerbosity() {
    StructuredRecord status = new StructuredRecord(Level.FINE, 2, "written", Map.of());
    status.setLoggerName(LOOP);
    assertFalse(Verbosity.of(1).isLoggable(status));
    assertTrue(Verbosity.of(2).isLoggable(status));
  }

  @ParameterizedTest
  @CsvSource({
    "0, com.example.acme.Provider, INFO, true",
    "0, com.example.acme.Provider, FINE, false",
    "4, com.example.acme.Provider, FINE, true",
    "4, okhttp3.OkHttpClient, INFO, false",
    "4, okhttp3.OkHttpClient, WARNING, true",
    "4, jdk.httpclient.HttpClient, FINE, false",
  })
  void pluginsUseTheProgramLog(int verbosity, String logger, String level, boolean logged) {
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      Logging.configure(LogOptions.of(Verbosity.of(verbosity)));
      Logger.getLogger(logger).log(Level.parse(level), "started");
      assertEquals(logged, err.toString(StandardCharsets.UTF_8).contains("] started"));
    } finally {
      System.setErr(before);
      Logging.configure(LogOptions.of(Verbosity.of(0)));
    }
  }

  @Test
  void linesAreWrittenAtOnceOrAtTheEnd() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LineHandler handler = new LineHandler(out, new TextLine(() -> Redactor.NONE), Duration.ZERO);
    handler.publish(line(Level.INFO, "one"));
    handler.setFilter(line -> false);
    handler.publish(line(Level.INFO, "two"));
    handler.close();
    assertEquals("I0102 15:04:05.123456 ControlLoop] one\n", out.toString(StandardCharsets.UTF_8));
  }
}
