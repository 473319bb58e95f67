package dev.hpa.controller.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class EventWriterTest {

  private static final Instant FIRST = Instant.parse("2024-05-01T10:00:00Z");
  private static final OutageLog TROUBLE =
      new OutageLog(LoggerFactory.getLogger(EventWriter.class), "events", () -> FIRST);
  private static final EventObject NEW = event(1);
  private static final EventObject REPEATED = event(7);

  private final FakeApi server = new FakeApi();
  private final List<Duration> pauses = new ArrayList<>();
  private final EventWriter writer = new EventWriter(server, pauses::add, new Random(1), TROUBLE);

  private static EventObject event(int count) {
    EventOccurrence occurrence =
        new EventOccurrence(
            ObjectReference.to(
                "autoscaling/v2", "HorizontalPodAutoscaler", ObjectMeta.named("shop", "web")),
            "horizontal-pod-autoscaler",
            new HpaEvent(HpaEvent.Type.WARNING, "FailedGetScale", "no"),
            FIRST.plusSeconds(15));
    return new EventObject("web.1", occurrence, "horizontal-pod-autoscaler", FIRST, count);
  }

  private static JsonNode body(ApiRequest request) {
    return Json.tree(Objects.requireNonNull(request.body()));
  }

  private void failTheFirst(int number, int code) {
    server.answer(request -> server.requests().size() > number ? FakeApi.FINE : code);
  }

  @Test
  void anUnreachableServerIsTriedTwelveTimes() throws InterruptedException {
    server.answer(request -> FakeApi.NO_ANSWER);
    assertFalse(writer.write(NEW));
    assertEquals(Collections.nCopies(12, "POST"), server.methods());
    assertEquals(11, pauses.size());
    assertEquals(Collections.nCopies(10, Duration.ofSeconds(10)), pauses.subList(1, pauses.size()));
  }

  @Test
  void theFirstRetryIntervalIsRandom() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      server.requests().clear();
      failTheFirst(1, FakeApi.NO_ANSWER);
      assertTrue(writer.write(NEW));
    }
    assertTrue(
        pauses.stream()
            .allMatch(pause -> !pause.isNegative() && pause.compareTo(Duration.ofSeconds(10)) < 0));
    assertEquals(100, pauses.stream().distinct().count());
  }

  @Test
  void anEventIsWrittenOnceTheServerIsBack() throws InterruptedException {
    failTheFirst(11, FakeApi.NO_ANSWER);
    assertTrue(writer.write(REPEATED));
    assertEquals(Collections.nCopies(12, "PATCH"), server.methods());
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 409, 429, 500})
  void whatTheServerRefusesIsGivenUp(int code) throws InterruptedException {
    server.answer(request -> code);
    assertFalse(writer.write(NEW));
    assertFalse(writer.write(REPEATED));
    assertEquals(List.of("POST", "PATCH"), server.methods());
    assertEquals(List.of(), pauses);
  }

  @Test
  void aCountWhoseEventIsGoneIsWrittenAnewUnderTheOldName() throws InterruptedException {
    failTheFirst(1, 404);
    assertTrue(writer.write(REPEATED));
    assertEquals(List.of("PATCH", "POST"), server.methods());
    JsonNode again = body(server.requests().getLast());
    assertEquals("web.1", again.at("/metadata/name").asText());
    assertEquals(7, again.path("count").asInt());
    assertEquals("2024-05-01T10:00:00Z", again.path("firstTimestamp").asText());
    assertEquals("2024-05-01T10:00:15Z", again.path("lastTimestamp").asText());
  }

  @Test
  void everyTryBeginsWithTheChange() throws InterruptedException {
    server.answer(
        request ->
            request.method().equals("PATCH")
                ? 404
                : server.requests().size() == 2 ? FakeApi.NO_ANSWER : FakeApi.FINE);
    assertTrue(writer.write(REPEATED));
    assertEquals(List.of("PATCH", "POST", "PATCH", "POST"), server.methods());
  }

  @Test
  void anInterruptionEndsTheWait() {
    server.answer(request -> FakeApi.NO_ANSWER);
    EventWriter interrupted =
        new EventWriter(
            server,
            pause -> {
              throw new InterruptedException();
            },
            new Random(1),
            TROUBLE);
    assertThrows(InterruptedException.class, () -> interrupted.write(NEW));
    assertEquals(List.of("POST"), server.methods());
  }
}
