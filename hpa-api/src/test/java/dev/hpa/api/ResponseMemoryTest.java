package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ResponseMemoryTest {

  private final AtomicLong taken = new AtomicLong();

  private long takenBy(ResponseMemory.Reading<?> reading) throws IOException {
    taken.set(0);
    ResponseMemory.of(taken::addAndGet, reading);
    return taken.get();
  }

  @Test
  void valuesThatAreKeptAreCounted() throws IOException {
    KeptValues kept = new KeptValues();
    long bytes =
        takenBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                kept.add(100);
              }
              return kept;
            });
    assertTrue(bytes > 90_000, bytes + " bytes");
    for (int i = 0; i < 1_000; i++) {
      kept.add(100);
    }
    assertEquals(bytes, taken.get(), "none outside of the response");
  }

  @Test
  void everyWayToReadATreeCountsIt() throws IOException {
    String json = "[" + "{},".repeat(999) + "{}]";
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    long ofText = takenBy(() -> Json.tree(json));
    assertTrue(ofText > 150_000, ofText + " bytes");
    assertEquals(ofText, takenBy(() -> Json.tree(bytes)));
    assertEquals(ofText, takenBy(() -> Json.tree(new ByteArrayInputStream(bytes))));
    assertEquals(
        ofText, takenBy(() -> Json.tree(Json.replacingParser(new ByteArrayInputStream(bytes)))));
  }

  @Test
  void whatIsReadAsObjectsIsCountedAsATree() throws IOException {
    String json = "{\"a\":" + "[".repeat(100) + "{},".repeat(999) + "{}" + "]".repeat(100) + "}";
    assertTrue(takenBy(() -> Json.read(json, Object.class)) > 150_000);
  }

  @Test
  void aBudgetEndsTheReading() {
    String json = "[" + "{},".repeat(999) + "{}]";
    IOException full = new IOException("full");
    assertEquals(
        full,
        assertThrows(
            IOException.class,
            () ->
                ResponseMemory.of(
                    more -> {
                      throw full;
                    },
                    () ->
                        Json.tree(
                            new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))))));
  }

  @Test
  void nothingMayFollowATree() {
    assertThrows(JsonFormatException.class, () -> Json.tree("{} {}"));
    assertThrows(
        IOException.class, () -> Json.tree(new ByteArrayInputStream(new byte[] {'1', ' ', '2'})));
    assertTrue(Json.tree("").isMissingNode());
  }
}
