package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.kube.client.ObjectReader.Outcome;
import dev.hpa.kube.content.ProtobufObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectReaderTest {

  private static final String GOOD = "{\"metadata\":{\"name\":\"good\"},\"spec\":{\"n\":[1,{}]}}";

  /** Reads the numbers of {@code n}, wherever they are, and nothing else. */
  private static Reflector.Versioned<String> numbers(JsonParser in) throws IOException {
    StringBuilder read = new StringBuilder();
    int depth = 1;
    while (depth > 0) {
      JsonToken token = in.nextToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.VALUE_STRING && in.currentName().equals("n")) {
        throw new IllegalArgumentException("n is no number\n  at all");
      }
      if (token == JsonToken.VALUE_NUMBER_INT) {
        read.append(in.getIntValue());
      }
    }
    return new Reflector.Versioned<>("", "", "", read.toString());
  }

  private static List<Outcome<String>> read(String list) throws IOException {
    ObjectReader<String> reader =
        new ObjectReader<>(
            ObjectReaderTest::numbers,
            NamespaceScope.ALL,
            new UnexpectedFailures(ObjectReader.class));
    List<Outcome<String>> outcomes = new ArrayList<>();
    try (JsonParser in = new ObjectMapper().createParser(list)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.START_OBJECT) {
        outcomes.add(reader.read(in));
      }
      assertEquals(JsonToken.END_ARRAY, in.currentToken());
    }
    return outcomes;
  }

  /** Thousands of objects may have the same problem. */
  @Test
  void aBugOfTheDecoderIsLoggedOnceAndAWrongObjectIsNot() throws IOException {
    ObjectReader<String> reader =
        new ObjectReader<>(
            in -> {
              in.skipChildren();
              throw new NullPointerException("a bug");
            },
            NamespaceScope.ALL,
            new UnexpectedFailures(ObjectReader.class));
    try (LogLines lines = LogLines.of(ObjectReader.class)) {
      read("[{\"spec\":{\"n\":\"x\"}}]");
      assertEquals(List.of(), lines.all());
      try (JsonParser in = new ObjectMapper().createParser("[{},{}]")) {
        in.nextToken();
        while (in.nextToken() == JsonToken.START_OBJECT) {
          reader.read(in);
        }
      }
      assertEquals(
          List.of(
              "SEVERE unexpected failure: an object was not decoded, and is skipped until it changes"),
          lines.all());
    }
  }

  @Test
  void theRestOfAnObjectIsSkippedAndItsMetadataFound() throws IOException {
    String bad =
        "{\"spec\":{\"n\":\"x\",\"metadata\":{\"name\":\"inner\"},\"deep\":[{\"a\":[[{}]]}]},"
            + "\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"resourceVersion\":\"7\","
            + "\"labels\":{\"app\":\"web\"}},\"status\":{}}";
    List<Outcome<String>> outcomes = read("[" + GOOD + "," + bad + "," + GOOD + "]");
    assertEquals(
        new Outcome.Unreadable<String>(
            new UnreadableObject("shop", "web", "7", Map.of("app", "web"), "n is no number")),
        outcomes.get(1));
    assertEquals(
        new Outcome.Decoded<>(new Reflector.Versioned<>("", "", "", "1")), outcomes.get(2));
  }

  @Test
  void aNumberThatIsTooLargeIsAFaultOfItsObjectAlone() throws IOException {
    String bad = "{\"metadata\":{\"name\":\"a\"},\"n\":" + "9".repeat(20) + "}";
    List<Outcome<String>> outcomes = read("[" + bad + "," + GOOD + "]");
    assertEquals(Outcome.Unreadable.class, outcomes.get(0).getClass());
    assertEquals(Outcome.Decoded.class, outcomes.get(1).getClass());
  }

  @Test
  void aStreamThatBreaksOffIsNoUnreadableObject() {
    assertThrows(IOException.class, () -> read("[{\"n\":\"x\",\"a\":{"));
    assertThrows(IOException.class, () -> read("[{\"n\":1,\"a\":}]"));
  }

  private static Reflector.Versioned<String> whole(JsonParser in) throws IOException {
    JsonNode tree = new ObjectMapper().readTree(in);
    JsonNode metadata = tree.path("metadata");
    return new Reflector.Versioned<>(
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("resourceVersion").asText(),
        tree.toString());
  }

  @Test
  void objectsOutOfScopeAreSkippedAndOthersRead() throws IOException {
    String in =
        "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"labels\":{\"namespace\":\"x\"},"
            + "\"namespace\":\"shop\",\"resourceVersion\":\"7\"},\"spec\":{\"a\":[{}]}}";
    String out = in.replace("shop", "bank").replace("\"7\"", "\"8\"");
    String bookmark = "{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"9\"},\"spec\":{}}";
    String bare = "{\"kind\":\"Pod\"}";
    ObjectReader<String> reader =
        new ObjectReader<>(
            ObjectReaderTest::whole,
            namespace -> namespace.equals("shop"),
            new UnexpectedFailures(ObjectReader.class));
    List<Outcome<String>> outcomes = new ArrayList<>();
    try (JsonParser parser =
        new ObjectMapper()
            .createParser("[" + String.join(",", out, in, bookmark, bare, out) + "]")) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        outcomes.add(reader.read(parser));
      }
      assertEquals(JsonToken.END_ARRAY, parser.currentToken());
    }
    Outcome<String> skipped = new Outcome.OutOfScope<>("8");
    assertEquals(
        List.of(
            skipped,
            new Outcome.Decoded<>(new Reflector.Versioned<>("shop", "web", "7", in)),
            new Outcome.Decoded<>(new Reflector.Versioned<>("", "", "9", bookmark)),
            new Outcome.Decoded<>(new Reflector.Versioned<>("", "", "", bare)),
            skipped),
        outcomes);
  }

  @Test
  void objectsOutOfScopeAreSkippedInProtobufToo() throws IOException {
    ObjectReader<String> reader =
        new ObjectReader<>(
            ObjectReaderTest::whole,
            namespace -> namespace.equals("shop"),
            new UnexpectedFailures(ObjectReader.class));
    JsonParser out = ofScale(field(3, "bank"), field(6, "8"));
    assertEquals(new Outcome.OutOfScope<String>("8"), reader.read(out));
    assertEquals(JsonToken.END_OBJECT, out.currentToken());
    for (JsonParser in :
        List.of(
            ofScale(field(1, "web"), field(3, "shop"), field(6, "7")), ofScale(field(6, "9")))) {
      assertEquals(Outcome.Decoded.class, reader.read(in).getClass());
    }
  }

  /**
   * @param metadata its fields
   */
  private static JsonParser ofScale(byte[]... metadata) throws IOException {
    byte[] scale = message(field(1, message(metadata)), field(2, message(new byte[] {8, 2})));
    JsonParser in =
        ProtobufObject.of(ProtobufObject.encode("autoscaling/v1", "Scale", scale)).parser();
    in.nextToken();
    return in;
  }

  private static byte[] field(int number, byte[] value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    varint(out, (number << 3) + 2);
    varint(out, value.length);
    out.writeBytes(value);
    return out.toByteArray();
  }

  private static byte[] field(int number, String value) {
    return field(number, value.getBytes(StandardCharsets.UTF_8));
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    for (; rest >= 0x80; rest >>>= 7) {
      out.write((int) (rest % 0x80 + 0x80));
    }
    out.write((int) rest);
  }

  private static byte[] message(byte[]... fields) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Stream.of(fields).forEach(out::writeBytes);
    return out.toByteArray();
  }

  private static byte[] managedFields(byte[]... fields) {
    return field(17, message(fields));
  }

  private static byte[] seconds(long seconds) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    varint(out, 8);
    varint(out, seconds);
    return out.toByteArray();
  }

  static Stream<Arguments> hostileMetadata() {
    long beyond = 1_000_000_000_000_000_000L;
    return Stream.of(
        Arguments.of(
            managedFields(field(7, field(1, "{\"f:a\":".repeat(1100) + "{}" + "}".repeat(1100)))),
            true),
        Arguments.of(
            managedFields(field(7, field(1, "{\"" + "f".repeat(60_000) + "\":{}}"))), true),
        Arguments.of(managedFields(field(7, field(1, "no JSON"))), true),
        Arguments.of(managedFields(field(4, seconds(beyond))), true),
        Arguments.of(field(8, seconds(beyond)), true),
        Arguments.of(new byte[] {10, 127}, false));
  }

  /** Its length says where it ends, so that the next one can be read. */
  @ParameterizedTest
  @MethodSource("hostileMetadata")
  @Tag("security")
  void whateverFailsWithinAnObjectInProtobufIsItsFailure(byte[] hostile, boolean isWhole)
      throws IOException {
    byte[] identity = message(field(1, "web"), field(3, "shop"), field(6, "7"));
    byte[] bad = message(field(1, message(identity, field(11, label("app", "web")), hostile)));
    byte[] good = message(field(1, message(field(1, "good"))));
    ObjectReader<String> reader =
        new ObjectReader<>(
            ObjectReaderTest::whole,
            NamespaceScope.ALL,
            new UnexpectedFailures(ObjectReader.class));
    List<Outcome<String>> outcomes = new ArrayList<>();
    try (JsonParser in =
        ProtobufObject.of(
                ProtobufObject.encode(
                    "autoscaling/v2",
                    "HorizontalPodAutoscalerList",
                    message(field(2, bad), field(2, good))))
            .parser()) {
      while (!"items".equals(in.currentName())) {
        in.nextToken();
      }
      in.nextToken();
      while (in.nextToken() == JsonToken.START_OBJECT) {
        outcomes.add(reader.read(in));
      }
    }
    UnreadableObject found = ((Outcome.Unreadable<String>) outcomes.get(0)).object();
    assertEquals("shop/web", found.key().toString());
    assertEquals("7", found.resourceVersion());
    assertEquals(isWhole ? Map.of("app", "web") : null, found.labels());
    assertEquals("good", ((Outcome.Decoded<String>) outcomes.get(1)).object().name());
  }

  private static byte[] label(String name, String value) {
    return message(field(1, name), field(2, value));
  }
}
