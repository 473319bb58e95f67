package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {

  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

  private final Path folder;

  TraceFileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private RecordedLoad read(String text, Map<String, String> series)
      throws IOException, UnusableInputException {
    Path file = folder.resolve("load");
    Files.writeString(file, text);
    return TraceFile.read(file.toString(), series, RecordingOptions.DEFAULT);
  }

  private RecordedLoad read(String text) throws IOException, UnusableInputException {
    return read(text, Map.of());
  }

  private String refusal(String text, Map<String, String> series) {
    UnusableInputException refused =
        assertThrows(UnusableInputException.class, () -> read(text, series));
    return String.valueOf(refused.getMessage()).replace(folder + "/", "");
  }

  @Test
  void millisecondsAreRefusedInJsonToo() {
    String json =
        """
        {"status": "success", "data": {"resultType": "matrix", "result": [
          {"metric": {}, "values": [[1772438400000, "1.0"], [1772438460000, "1.02"]]}]}}
        """;
    assertEquals(
        "load: the time 1772438400000 is too large for seconds; are they milliseconds?",
        refusal(json, Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "n/a", "N/A", "null", "NaN"})
  void aPlaceholderIsNotADemandOfZero(String placeholder)
      throws IOException, UnusableInputException {
    RecordedLoad load = read("0s,2\n1m,2\n2m," + placeholder + "\n3m,2\n4m,2\n");
    assertEquals(2, load.lowest());
    assertEquals(4, load.samples());
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", ".", "--", "m", "Ki", "-."})
  void aQuantityWithoutDigitsIsRefused(String value) {
    assertEquals(
        "load, line 1: \"%s\" is not a quantity; write a number such as 3.5, 250m or 2k"
            .formatted(value),
        refusal("0s," + value + "\n", Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'Time','Value'/'2026-03-02 12:00:00','2.0'/'2026-03-02 12:01:00','2.1'/",
        "Time;Value/2026-03-02T12:00:00Z;2,0/2026-03-02T12:01:00Z;2,1/",
        "'Time','web'/'1772452800000','2.0'/'1772452860000','2.1'/",
        "\ufeff'Time';'Value'/'2026-03-02 12:00:00';'2,0'/'2026-03-02 12:01:00';'2,1'/"
      })
  void readsTheCsvOfGrafanaAndOfSpreadsheets(String text)
      throws IOException, UnusableInputException {
    RecordedLoad load = read(text.replace('/', '\n').replace('\'', '"'));
    assertEquals(NOON, load.start());
    assertEquals(NOON.plusSeconds(60), load.end());
    assertEquals(2.0, load.lowest());
  }

  private RecordedLoad readIn(String zone, String text) throws IOException, UnusableInputException {
    Path file = folder.resolve("load");
    Files.writeString(file, text);
    return TraceFile.read(
        file.toString(),
        Map.of(),
        new RecordingOptions(GapRule.INTERPOLATE, null, ZoneId.of(zone)));
  }

  @Test
  void localTimesAreInTheZoneOfTheOptions() throws IOException, UnusableInputException {
    RecordedLoad load = readIn("Europe/Vienna", "2026-03-02 13:00:00,1\n2026-03-02 13:01:00,2\n");
    assertEquals(NOON, load.start());
    assertEquals(NOON.plusSeconds(60), load.end());
  }

  /** An hour occurs twice when summer time ends. */
  @Test
  void repeatedLocalTimesFollowEachOther() throws IOException, UnusableInputException {
    StringBuilder text = new StringBuilder();
    for (String time : List.of("01:30", "02:00", "02:30", "02:00", "02:30", "03:00")) {
      text.append("2026-10-25 ").append(time).append(":00,1\n");
    }
    RecordedLoad load = readIn("Europe/Vienna", text.toString());
    assertEquals(Instant.parse("2026-10-24T23:30:00Z"), load.start());
    assertEquals(Instant.parse("2026-10-25T02:00:00Z"), load.end());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time,value/2026-03-02T12:00:00Z,1/2026-03-02T14:01:00+02:00,2k",
        "# comment//\"1772452800\",\"1\"/1772452860.0,2000 # twice",
      })
  void readsAbsoluteTimes(String text) throws IOException, UnusableInputException {
    RecordedLoad trace = read(text.replaceAll("/(?!\\d\\d:)", "\n"));
    assertTrue(trace.dated());
    assertEquals(NOON, trace.start());
    assertEquals(NOON.plusSeconds(60), trace.end());
    assertEquals(1, trace.at(NOON.minusSeconds(1)));
    assertEquals(1000.5, trace.at(NOON.plusSeconds(30)));
    assertEquals(2000, trace.at(NOON.plusSeconds(61)));
  }

  @Test
  void readsRelativeTimes() throws IOException, UnusableInputException {
    RecordedLoad trace = read("offset,rps\n30,1\n1m30s,3");
    assertFalse(trace.dated());
    RecordedLoad moved = trace.from(NOON);
    assertEquals(NOON.plusSeconds(30), moved.start());
    assertEquals(2, moved.at(NOON.plus(Duration.ofMinutes(1))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "nan", "", "null", "+Inf", "\"\""})
  void samplesWithoutANumberAreGaps(String missing) throws IOException, UnusableInputException {
    RecordedLoad trace = read("time,value\n0,1\n15," + missing + "\n30,3\n45,3");
    assertEquals(3, trace.samples());
    TimeRange whole = new TimeRange(trace.start(), trace.end());
    assertEquals(
        List.of(new TimeRange(trace.start(), trace.start().plusSeconds(30))), trace.gaps(whole));
    assertEquals(2, trace.at(trace.start().plusSeconds(15)));
  }

  @Test
  void readsCompressedFiles() throws IOException, UnusableInputException {
    Path file = folder.resolve("load.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("0,7".getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(7, TraceFile.read(file.toString(), Map.of(), RecordingOptions.DEFAULT).at(NOON));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0,1/5      | load, line 2: there are 1 columns; write two, time and value, such as"
            + " 2026-03-02T08:00:00Z,3.5",
        "0,1/x,2    | load, line 2: \"x\" is not a time; write 2026-03-02T08:00:00Z, 2026-03-02 08:00:00, seconds of the"
            + " Unix epoch, or a time since the start such as 90 or 1m30s",
        "08:00,2    | load, line 1: \"08:00\" is not a time; write 2026-03-02T08:00:00Z, 2026-03-02 08:00:00, seconds of"
            + " the Unix epoch, or a time since the start such as 90 or 1m30s",
        "0,-1       | load, line 1: \"-1\" is not a quantity; write a number such as 3.5, 250m or"
            + " 2k",
        "0,1/1s,lots| load, line 2: \"lots\" is not a quantity; write a number such as 3.5, 250m or"
            + " 2k",
        "0,1/9,\"1   | load, line 2: a quote is not closed",
        "0,1/9,1\"   | load, line 2: a quote within an item; quote the whole item",
        "0,NaN/9,NaN | load: no sample has a number; use another recording",
        "9,1/8,1    | load, line 2: the time 8 is earlier than the previous one; sort the lines by"
            + " time",
        "9,1/1772452800,1 | load, line 2: \"1772452800\" has another format than the previous"
            + " times; use one format",
        "17724528000000,1 | load, line 1: \"17724528000000\" is too large for seconds; are they"
            + " milliseconds?",
        "time,value | load, line 1: the file has no points; write lines such as"
            + " 2026-03-02T08:00:00Z,3.5 or 90s,3.5",
      })
  void invalidCsvIsAUsageError(String text, String message) {
    assertEquals(message, refusal(text.replace("/", "\n"), Map.of()));
  }

  private static final String TWO_SERIES =
      """
      {"status": "success", "data": {"resultType": "matrix", "result": [
        {"metric": {"pod": "a"}, "values": [[1772452800, "1"], [1772452815.5, "NaN"], [1772452860, "3"]]},
        {"metric": {"pod": "b"}, "values": [[1772452800, "5"]]}]}}
      """;

  @Test
  void readsPrometheusSeries() throws IOException, UnusableInputException {
    RecordedLoad trace = read(TWO_SERIES, Map.of("pod", "a"));
    assertEquals(2, trace.samples(), "samples with a number");
    assertFalse(trace.isKnown(NOON.plusMillis(15_500)), "the sample without a number is a gap");
    assertEquals(NOON, trace.start());
    assertEquals(2, trace.at(NOON.plusSeconds(30)));
    assertEquals(5, read(TWO_SERIES, Map.of("pod", "b")).at(NOON));
  }

  @Test
  void severalSeriesRequireASelection() {
    assertEquals(
        "load: there are 2 series: {pod=\"a\"}, {pod=\"b\"}; choose one with the setting series:"
            + " NAME=VALUE, or with --series in lint, or query their sum()",
        refusal(TWO_SERIES, Map.of()));
    assertEquals(
        "load: no series has {pod=\"c\"}; there are {pod=\"a\"}, {pod=\"b\"}",
        refusal(TWO_SERIES, Map.of("pod", "c")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{`status`:`error`,`errorType`:`bad_data`,`error`:`no`} | load: Prometheus answered with"
            + " an error: bad_data: no",
        "{`data`:{}} | load: is not a Prometheus response; it has no \"status\": \"success\"",
        "{`status`:`success`,`data`:{`resultType`:`vector`,`result`:[]}} | load: contains a vector,"
            + " not a matrix; query with /api/v1/query_range",
        "{`status`:`success`,`data`:{`resultType`:`matrix`,`result`:[]}} | load: the result is"
            + " empty; widen the query or its range",
        "{`status`:`success`,`data`:{`resultType`:`matrix`,`result`:[{`values`:[[1,`NaN`]]}]}} |"
            + " load: the series has no samples with numbers",
        "{`status`:`success`,`data`:{`resultType`:`matrix`,`result`:[{`values`:[[1,`-2`]]}]}} |"
            + " load: the demand -2 is negative",
        "{`status`:`success`,`data`:{`resultType`:`matrix`,`result`:[{`values`:[[`noon`,`1`]]}]}}"
            + " | load: the time \"noon\" is not a number",
        "{`status`:`success`,`data`:{`resultType`:`matrix`,`result`:[{`values`:[[2,`1`],[1,`1`]]}]}}"
            + " | load: the time 1 is earlier than the previous one",
      })
  void invalidPrometheusResultIsAUsageError(String text, String message) {
    assertEquals(message, refusal(text.replace('`', '"'), Map.of()));
  }

  @Test
  void missingFileIsAUsageError() {
    UnusableInputException refused =
        assertThrows(
            UnusableInputException.class,
            () ->
                TraceFile.read(
                    folder.resolve("none.csv").toString(), Map.of(), RecordingOptions.DEFAULT));
    assertEquals(
        folder.resolve("none.csv") + ": does not exist; check the" + " path", refused.getMessage());
  }
}
