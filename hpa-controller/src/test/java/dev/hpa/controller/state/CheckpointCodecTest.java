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
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CheckpointCodecTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final CheckpointHeader HEADER =
      new CheckpointHeader("lease", new Shard(1, 3), 2, 4, 7, "pod-1", "1.0", NOW);

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
        CheckpointKind.STATE,
        HEADER,
        autoscalers.size(),
        CheckpointCodec.payload(autoscalers, NOW));
  }

  @Test
  void decodesWhatItEncodes() throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      SortedMap<NamespacedName, SavedAutoscaler> autoscalers = autoscalers(random);
      assertEquals(
          new Checkpoint(HEADER, autoscalers), CheckpointCodec.decode(encoded(autoscalers)));
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
        assertEquals(new Checkpoint(HEADER, autoscalers), CheckpointCodec.decode(configMap));
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
          CheckpointCodec.decode(bad);
        } catch (CheckpointException problem) {
          assertEquals(1, problem.text().lines().count(), problem.text());
        }
      }
    }
  }

  private static CheckpointException problem(JsonNode configMap) {
    return assertThrows(CheckpointException.class, () -> CheckpointCodec.decode(configMap));
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
}
