package dev.hpa.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HpaCondition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTextTest {

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void whatFitsStaysTheSameObject() {
    String text = "unable to get metrics ÷\n";
    assertSame(text, MessageText.bounded(text));
    String full = "x".repeat(MessageText.MAX_BYTES);
    assertEquals(full, MessageText.bounded(full));
  }

  @Test
  void whatIsTooLongIsCutBetweenCharacters() {
    String cut = MessageText.bounded("\ud83d\ude00".repeat(1_000_000));
    assertTrue(bytes(cut) <= MessageText.MAX_BYTES, "bytes " + bytes(cut));
    assertTrue(bytes(cut) > MessageText.MAX_BYTES - 16, "bytes " + bytes(cut));
    assertTrue(cut.endsWith("\ud83d\ude00... (cut)"));
  }

  @Test
  void halfAPairIsReplacedAsGoDoes() {
    assertEquals("a\ufffdb", MessageText.bounded("a\ud83db"));
  }

  @Test
  void conditionsAndEventsAreBounded() {
    String message = "x".repeat(3_000_000);
    HpaCondition condition =
        new Conditions(List.of())
            .scalingActive(false, "FailedGetExternalMetric", message, Instant.EPOCH)
            .list()
            .getFirst();
    assertEquals(MessageText.MAX_BYTES, bytes(condition.message()));
    assertEquals(
        MessageText.MAX_BYTES,
        bytes(HpaEvent.warning("FailedGetExternalMetric", message).message()));
  }
}
