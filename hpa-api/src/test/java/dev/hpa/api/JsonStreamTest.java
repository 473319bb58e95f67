package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonStreamTest {

  @FunctionalInterface
  private interface Read<T extends @Nullable Object> {
    T from(JsonStream in) throws IOException;
  }

  /** Reads a value leniently and verifies that the parser is left at its end. */
  private static <T extends @Nullable Object> T lenient(String value, Read<T> read)
      throws IOException {
    try (JsonParser parser = Json.mapper().createParser("[" + value + ", \"next\"]")) {
      parser.nextToken();
      parser.nextToken();
      T found = read.from(JsonStream.lenient(parser));
      assertEquals(JsonToken.VALUE_STRING, parser.nextToken(), value);
      assertEquals("next", parser.getText());
      return found;
    }
  }

  private static List<String> fields(JsonStream in) throws IOException {
    List<String> names = new ArrayList<>();
    in.object(
        name -> {
          names.add(name);
          in.skip();
        });
    return names;
  }

  private static List<String> elements(JsonStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    in.array(() -> texts.add(in.string()));
    return texts;
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "7", "\"a\"", "[{\"a\": 1}]"})
  void aLenientReaderReadsOtherTypesAsObjectsWithoutFields(String value) throws IOException {
    assertEquals(List.of(), lenient(value, JsonStreamTest::fields));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "7", "\"a\"", "{\"a\": [1]}"})
  void aLenientReaderReadsOtherTypesAsArraysWithoutElements(String value) throws IOException {
    assertEquals(List.of(), lenient(value, JsonStreamTest::elements));
  }

  @Test
  void aLenientReaderReadsScalarsAsTheirText() throws IOException {
    assertEquals(
        List.of("a", "7", "true", ""), lenient("[\"a\", 7, true, null]", JsonStreamTest::elements));
    assertEquals(List.of("a", "b"), lenient("{\"a\": 1, \"b\": {}}", JsonStreamTest::fields));
  }

  @Test
  void aLenientReaderReadsOtherTypesAsNoInteger() throws IOException {
    assertEquals(7, lenient("7", JsonStream::integer));
    for (String value : List.of("null", "\"7\"", "7.5", "{\"a\": 7}", "[7]")) {
      assertNull(lenient(value, in -> new Long[] {in.integer()})[0], value);
    }
  }

  @Test
  void aLenientReaderReadsTimes() throws IOException {
    Instant time = Instant.parse("2024-05-01T10:00:00Z");
    assertEquals(time, lenient("\"2024-05-01T10:00:00Z\"", JsonStream::time));
    assertEquals(Timestamps.ZERO, lenient("null", JsonStream::time));
    assertNull(lenient("null", in -> new Instant[] {in.timeIfAny()})[0]);
  }

  @Test
  void aLenientReaderReadsTrees() throws IOException {
    assertEquals(
        "{\"a\":[1]}", lenient("{\"a\": [1]}", in -> in.tree(ReadBudget.ofObject())).toString());
  }

  @Test
  void aLenientReaderRejectsValuesThatCannotBeRead() {
    for (Read<?> read :
        List.<Read<?>>of(
            in -> elements(in),
            in -> {
              in.array(in::time);
              return "";
            })) {
      for (String value : List.of("[{}]", "[[1]]")) {
        assertThrows(IllegalArgumentException.class, () -> lenient(value, read), value);
      }
    }
    assertThrows(IllegalArgumentException.class, () -> lenient("\"soon\"", JsonStream::time));
    assertThrows(
        IllegalArgumentException.class,
        () -> JsonStreamTest.<@Nullable Long>lenient("99999999999999999999", JsonStream::integer));
  }
}
