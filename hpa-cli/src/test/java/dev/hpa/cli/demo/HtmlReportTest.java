package dev.hpa.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("security")
class HtmlReportTest {

  private static final String DATA = "<script type=\"application/json\" id=\"recording\">";
  private static final String SCRIPT_END = "</script>";
  private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
  private static final String HOSTILE =
      "</script><script>alert('no')</script><!-- <script> \u2028 {{script}} $1 \\ \"quoted\" é";

  @TempDir Path directory;

  @Test
  void dataRoundTrips() throws IOException {
    DemoRecording recording = recording("a plain message");
    assertEquals(recording, decode(data(write(recording))));
  }

  @Test
  void noTextCanBreakThePage() throws IOException {
    String plain = write(recording("a plain message"));
    String hostile = write(recording(HOSTILE));

    assertEquals(recording(HOSTILE), decode(data(hostile)));
    assertEquals(scripts(plain), scripts(hostile));
    assertEquals(count(plain, "<!--"), count(hostile, "<!--"));
  }

  @Test
  void titleIsEscaped() throws IOException {
    DemoRecording recording = recording("a plain message", "web <b> & </title>");
    String page = write(recording);
    assertTrue(page.contains("<title>web &lt;b&gt; &amp; &lt;/title&gt;</title>"));
    assertEquals(recording.title(), decode(data(page)).title());
  }

  @Test
  void pageNeedsNoNetwork() throws IOException {
    String page = write(recording("a plain message"));
    int library = page.indexOf("Apache Software Foundation");
    int from = page.lastIndexOf("<script>", library);
    int to = page.indexOf(SCRIPT_END, library);
    String own = (page.substring(0, from) + page.substring(to)).toLowerCase(Locale.ROOT);

    assertTrue(to - from > 100_000, "the library is inside");
    assertFalse(own.contains("http://"));
    assertFalse(own.contains("https://"));
    assertFalse(Pattern.compile("\\bsrc\\s*=|@import|url\\(|<iframe|<object").matcher(own).find());
    assertEquals(1, count(own, "<link "));
    assertTrue(own.contains("<link rel=\"icon\" href=\"data:,\">"));
    assertTrue(own.contains("default-src 'none'"), "the browser itself refuses any request");
    assertFalse(own.contains("{{"), "every part of the page is filled in");
  }

  @Test
  void nonNumbersAreOmitted() throws IOException {
    DemoSample sample =
        new DemoSample(START, Double.NaN, Double.POSITIVE_INFINITY, null, 1, 1, 1, 1);
    DemoRecording recording =
        new DemoRecording(
            "t",
            "s",
            START,
            START.plusSeconds(1),
            1,
            1,
            1,
            50,
            0.1,
            0.1,
            List.of(sample),
            List.of(),
            List.of(),
            new DemoSummary(0, 0, 0, 1, 1, 0, Double.NaN, 0, ""));
    JsonNode data = new ObjectMapper().readTree(data(write(recording)));
    assertTrue(data.at("/samples/0/loadMilliCores").isNull());
    assertTrue(data.at("/samples/0/usageMilliCores").isNull());
    assertTrue(data.at("/samples/0/utilizationPercent").isNull());
    assertTrue(data.at("/summary/unservedLoadPercent").isNull());
  }

  @Test
  void replacesAnOlderReportAndLeavesNothingElse() throws IOException {
    Path file = directory.resolve("new/report.html");
    HtmlReport.write(recording("first"), file);
    HtmlReport.write(recording("second"), file);

    assertTrue(Files.readString(file).contains("second"));
    try (Stream<Path> files = Files.list(directory.resolve("new"))) {
      assertEquals(List.of(file), files.toList());
    }
  }

  private String write(DemoRecording recording) throws IOException {
    Path file = directory.resolve("report.html");
    HtmlReport.write(recording, file);
    return Files.readString(file);
  }

  private static String data(String page) {
    int from = page.indexOf(DATA) + DATA.length();
    return page.substring(from, page.indexOf(SCRIPT_END, from));
  }

  private static List<Integer> scripts(String page) {
    String text = page.toLowerCase(Locale.ROOT);
    return List.of(count(text, "<script"), count(text, SCRIPT_END));
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }

  private static DemoRecording recording(String message) {
    return recording(message, "One day of “web”");
  }

  private static DemoRecording recording(String message, String title) {
    Instant second = START.plusMillis(15_250);
    return new DemoRecording(
        title,
        message,
        START,
        START.plusSeconds(3600),
        60,
        1,
        10,
        50,
        0.1,
        0.05,
        List.of(
            new DemoSample(START, 120.5, 100.25, null, 1, null, 0, 1),
            new DemoSample(second, 900, 800, 80, 2, 3, 1, 2)),
        List.of(
            new ChartEvent(START, ChartEvent.WARNING, "FailedGetResourceMetric", message),
            new ChartEvent(second, ChartEvent.NORMAL, "SuccessfulRescale", "New size: 3")),
        List.of(
            new DecisionRow(START, 1, null, null, DecisionRow.FAILED, message, message),
            new DecisionRow(second, 1, 3, 80, DecisionRow.SCALED_UP, "above target", "")),
        new DemoSummary(2, 1, 0, 1, 3, 1.5, 12.25, 15, "7 requests"));
  }

  private static DemoRecording decode(String json) throws IOException {
    JsonNode data = new ObjectMapper().readTree(json);
    List<DemoSample> samples = new ArrayList<>();
    for (JsonNode sample : data.required("samples")) {
      samples.add(
          new DemoSample(
              instant(sample, "at"),
              number(sample, "loadMilliCores"),
              number(sample, "usageMilliCores"),
              integerOrNull(sample, "utilizationPercent"),
              integer(sample, "specReplicas"),
              integerOrNull(sample, "desiredReplicas"),
              integer(sample, "readyReplicas"),
              integer(sample, "pods")));
    }
    List<ChartEvent> events = new ArrayList<>();
    for (JsonNode event : data.required("events")) {
      events.add(
          new ChartEvent(
              instant(event, "at"),
              text(event, "type"),
              text(event, "reason"),
              text(event, "message")));
    }
    List<DecisionRow> decisions = new ArrayList<>();
    for (JsonNode decision : data.required("decisions")) {
      decisions.add(
          new DecisionRow(
              instant(decision, "at"),
              integer(decision, "currentReplicas"),
              integerOrNull(decision, "desiredReplicas"),
              integerOrNull(decision, "utilizationPercent"),
              text(decision, "outcome"),
              text(decision, "reason"),
              text(decision, "conditions")));
    }
    JsonNode summary = data.required("summary");
    return new DemoRecording(
        text(data, "title"),
        text(data, "subtitle"),
        instant(data, "start"),
        instant(data, "end"),
        number(data, "speed"),
        integer(data, "minReplicas"),
        integer(data, "maxReplicas"),
        integer(data, "targetUtilization"),
        number(data, "toleranceDown"),
        number(data, "toleranceUp"),
        samples,
        events,
        decisions,
        new DemoSummary(
            summary.required("decisions").longValue(),
            summary.required("scaleUps").longValue(),
            summary.required("scaleDowns").longValue(),
            integer(summary, "minReplicasSeen"),
            integer(summary, "maxReplicasSeen"),
            number(summary, "podHours"),
            number(summary, "unservedLoadPercent"),
            number(summary, "secondsAboveTarget"),
            text(summary, "apiRequests")));
  }

  private static Instant instant(JsonNode node, String name) {
    return Instant.parse(text(node, name));
  }

  private static String text(JsonNode node, String name) {
    return node.required(name).textValue();
  }

  private static double number(JsonNode node, String name) {
    return node.required(name).doubleValue();
  }

  private static int integer(JsonNode node, String name) {
    return node.required(name).intValue();
  }

  private static @Nullable Integer integerOrNull(JsonNode node, String name) {
    JsonNode value = node.required(name);
    return value.isNull() ? null : value.intValue();
  }
}
