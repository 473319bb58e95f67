package dev.hpa.controller.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CheckpointCodecTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final CheckpointHeader HEADER =
      new CheckpointHeader("lease", new Shard(1, 3), 2, 4, 7, "pod-1", "1.0", NOW);

  private static StateBudget budget() {
    return new StateBudget(16 << 20);
  }

  private static SortedMap<NamespacedName, SavedAutoscaler> autoscalers(Random random) {
    SortedMap<NamespacedName, SavedAutoscaler> all = new TreeMap<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      Instant at = random.nextBoolean() ? NOW : NOW.minusMillis(random.nextInt(100_000));
      JsonNode value =
          Json.tree("{\"list\":[%d,%d]}".formatted(random.nextLong(), random.nextInt()));
      all.put(
          new NamespacedName("n" + random.nextInt(5), "a" + i),
          new SavedAutoscaler(
              "uid-" + random.nextInt(), at, random.nextBoolean() ? Map.of() : Map.of("x", value)));
    }
    return all;
  }

  private static ObjectNode encoded(SortedMap<NamespacedName, SavedAutoscaler> autoscalers) {
    return CheckpointCodec.encode(
        HEADER, autoscalers.size(), CheckpointCodec.payload(autoscalers, NOW));
  }

  @Test
  void decodesWhatItEncodes() throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      SortedMap<NamespacedName, SavedAutoscaler> autoscalers = autoscalers(random);
      assertEquals(
          new Checkpoint(HEADER, autoscalers, 0),
          CheckpointCodec.decode(encoded(autoscalers), budget()));
    }
  }

  @Test
  void thePayloadDependsOnTheAutoscalersAlone() {
    SortedMap<NamespacedName, SavedAutoscaler> now = new TreeMap<>();
    SortedMap<NamespacedName, SavedAutoscaler> later = new TreeMap<>();
    NamespacedName key = new NamespacedName("shop", "web");
    now.put(key, new SavedAutoscaler("u", NOW, Map.of()));
    later.put(key, new SavedAutoscaler("u", NOW.plusSeconds(30), Map.of()));
    assertArrayEquals(
        CheckpointCodec.payload(now, NOW), CheckpointCodec.payload(later, NOW.plusSeconds(30)));
  }

  /** Damage is either one reported problem, or in parts of gzip's header that have no meaning. */
  @Test
  void damageIsReportedAndNeverRestored() throws Exception {
    Random random = new Random(2);
    for (int i = 0; i < 3000; i++) {
      SortedMap<NamespacedName, SavedAutoscaler> autoscalers = autoscalers(random);
      ObjectNode configMap = encoded(autoscalers);
      byte[] bytes = CheckpointCodec.payload(autoscalers, NOW);
      int at = random.nextInt(bytes.length);
      if (random.nextBoolean()) {
        bytes = java.util.Arrays.copyOf(bytes, at);
      } else {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
      }
      configMap
          .withObjectProperty(CheckpointCodec.BINARY_DATA)
          .put(CheckpointCodec.PAYLOAD, Base64.getEncoder().encodeToString(bytes));
      try {
        assertEquals(
            new Checkpoint(HEADER, autoscalers, 0), CheckpointCodec.decode(configMap, budget()));
      } catch (CheckpointException damage) {
        assertEquals(CheckpointException.Reason.CORRUPT, damage.reason());
        assertEquals(1, damage.text().lines().count(), damage.text());
      }
    }
  }

  @Test
  void damagedHeadersAreReported() {
    Random random = new Random(3);
    ObjectNode good = encoded(autoscalers(random));
    for (String key :
        good.path(CheckpointCodec.DATA).propertyStream().map(Map.Entry::getKey).toList()) {
      for (String value :
          new String[] {"", "x", "-1 of 2", "2 of 2", "1 of x", "99999999999999999999"}) {
        ObjectNode bad = good.deepCopy();
        bad.withObjectProperty(CheckpointCodec.DATA).put(key, value);
        try {
          CheckpointCodec.decode(bad, budget());
        } catch (CheckpointException problem) {
          assertEquals(1, problem.text().lines().count(), problem.text());
        }
      }
    }
  }

  private static CheckpointException problem(JsonNode configMap) {
    return assertThrows(
        CheckpointException.class, () -> CheckpointCodec.decode(configMap, budget()));
  }

  @Test
  void ignoresLaterFormats() {
    ObjectNode configMap = encoded(new TreeMap<>());
    configMap.withObjectProperty("data").put("format", "2").put("version", "9.0");
    assertEquals(CheckpointException.Reason.FORMAT, problem(configMap).reason());
    assertEquals(
        "format \"2\" of version \"9.0\" is unknown; this version reads format 1",
        problem(configMap).text());
  }

  @Test
  void ignoresOtherConfigMaps() {
    assertEquals(
        CheckpointException.Reason.FOREIGN,
        problem(Json.tree("{\"data\":{\"config.yaml\":\"a: b\"}}")).reason());
    assertEquals(CheckpointException.Reason.FOREIGN, problem(Json.tree("{}")).reason());
  }

  @Test
  void theHeaderIsReadable() {
    JsonNode data = encoded(autoscalers(new Random(4))).path("data");
    assertEquals("1 of 3", data.path("shard").asText());
    assertEquals("2 of 4", data.path("part").asText());
    assertEquals("pod-1", data.path("writer").asText());
    assertEquals("2026-01-01T00:00:00.123Z", data.path("writtenAt").asText());
    assertTrue(data.path("description").asText().contains("HorizontalPodAutoscalers"));
  }

  /** A ConfigMap whose compressed state is a text. */
  private static ObjectNode withState(InputStream text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      text.transferTo(out);
    }
    ObjectNode configMap = encoded(new TreeMap<>());
    configMap
        .withObjectProperty(CheckpointCodec.BINARY_DATA)
        .put(CheckpointCodec.PAYLOAD, Base64.getEncoder().encodeToString(bytes.toByteArray()));
    return configMap;
  }

  private static ObjectNode withState(String text) throws IOException {
    return withState(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A text, and a part of it many times. */
  private static InputStream repeated(String begin, String part, int times, String end) {
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new ByteArrayInputStream(begin.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayInputStream(part.repeat(times).getBytes(StandardCharsets.UTF_8)),
                new ByteArrayInputStream(end.getBytes(StandardCharsets.UTF_8)))));
  }

  @Test
  @Tag("security")
  void anAutoscalerWithTooMuchStateIsIgnoredAlone() throws Exception {
    ObjectNode bomb =
        withState(
            repeated(
                "{\"a/b\":{\"x\":[0", ",{}", 5 << 20, "]},\"c/d\":{\"uid\":\"u\",\"x\":[1]}}"));
    assertTrue(bomb.toString().length() < 64 << 10, "a bomb is small");
    Checkpoint decoded = CheckpointCodec.decode(bomb, new StateBudget(32 << 20));
    assertEquals(1, decoded.oversized());
    assertEquals(
        Map.of(
            new NamespacedName("c", "d"),
            new SavedAutoscaler("u", NOW, Map.of("x", Json.tree("[1]")))),
        decoded.autoscalers());
  }

  @Test
  @Tag("security")
  void deepAndHugeValuesAreIgnoredAlone() throws Exception {
    String ok = "\"c/d\":{\"x\":[1]}";
    for (String value :
        List.of(
            "[".repeat(900) + "]".repeat(900),
            "{\"a\":".repeat(50) + "1" + "}".repeat(50),
            "9".repeat(900),
            "\"" + "x".repeat(2 << 20) + "\"")) {
      Checkpoint decoded =
          CheckpointCodec.decode(withState("{\"a/b\":{\"x\":" + value + "}," + ok + "}"), budget());
      assertEquals(1, decoded.oversized());
      assertEquals(Set.of(new NamespacedName("c", "d")), decoded.autoscalers().keySet());
    }
  }

  @Test
  @Tag("security")
  void aCheckpointThatTakesTooMuchMemoryIsIgnored() throws Exception {
    StringBuilder many = new StringBuilder("{");
    for (int i = 0; i < 50_000; i++) {
      many.append(i == 0 ? "" : ",").append("\"a/").append(i).append("\":{}");
    }
    assertEquals(
        "its state cannot be decoded: it takes more than 16 MiB of memory",
        problem(withState(many.append("}").toString())).text());
    assertEquals(
        "its state cannot be decoded: it is larger than 16 MiB",
        problem(withState(repeated("{", " ", 20 << 20, "}"))).text());
  }

  /** What Jackson or the JDK refuse with other exceptions. */
  @Test
  @Tag("security")
  void everyTextIsDecodedOrRefusedWithOneProblem() throws Exception {
    List<String> parts =
        List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"a/b\"",
            "\"uid\"",
            "\"at\"",
            "\"x\"",
            "1",
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "1e999",
            "null",
            "true",
            "\"\\ud800\"",
            "\"",
            "\u0000",
            "NaN");
    Random random = new Random(47);
    for (int run = 0; run < 20_000; run++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "{\"a/b\":{" : "");
      for (int i = random.nextInt(9); i > 0; i--) {
        text.append(parts.get(random.nextInt(parts.size())));
      }
      text.append(random.nextBoolean() ? "}}" : "");
      try {
        CheckpointCodec.decode(withState(text.toString()), budget());
      } catch (CheckpointException damage) {
        assertEquals(CheckpointException.Reason.CORRUPT, damage.reason());
        assertEquals(1, damage.text().lines().count(), damage.text());
      }
    }
  }

  @Test
  @Tag("security")
  void timesAndEpochsOutOfRangeAreRefused() throws Exception {
    for (String time : List.of("+1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z")) {
      ObjectNode configMap = encoded(new TreeMap<>());
      configMap.withObjectProperty("data").put("writtenAt", time);
      assertEquals(CheckpointException.Reason.CORRUPT, problem(configMap).reason());
    }
    for (String epoch : List.of("9223372036854775807", "-9223372036854775808", "-1")) {
      ObjectNode configMap = encoded(new TreeMap<>());
      configMap.withObjectProperty("data").put("epoch", epoch);
      assertEquals(CheckpointException.Reason.CORRUPT, problem(configMap).reason());
    }
  }
}
