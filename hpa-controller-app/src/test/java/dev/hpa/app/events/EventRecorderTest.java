package dev.hpa.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.app.cluster.HttpKubernetesApi;
import dev.hpa.app.cluster.TestServer;
import dev.hpa.app.cluster.TestServer.Answer;
import dev.hpa.core.HpaEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventRecorderTest {

  private static final HorizontalPodAutoscaler WEB =
      HorizontalPodAutoscaler.of(ObjectMeta.named("shop", "web"), HpaSpec.EMPTY, HpaStatus.EMPTY);
  private static final HpaEvent SCALED = event(HpaEvent.Type.NORMAL, "New size: 3");

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final TestServer server;
  private final EventRecorder recorder;
  private volatile int patchCode = 200;

  EventRecorderTest(@TempDir Path folder) throws Exception {
    server =
        new TestServer(
            request -> Answer.of(request.method().equals("PATCH") ? patchCode : 201, "{}"));
    recorder = new EventRecorder(new HttpKubernetesApi(server.connect(folder, timeline)), timeline);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static HpaEvent event(HpaEvent.Type type, String message) {
    return new HpaEvent(type, "SuccessfulRescale", message);
  }

  private List<TestServer.Request> written() {
    recorder.close();
    return server.requests();
  }

  private static JsonNode body(TestServer.Request request) {
    return Json.tree(request.body());
  }

  @Test
  void anEventIsWrittenInTheFormOfTheControllerManager() {
    recorder.accept(WEB, SCALED);
    TestServer.Request request = written().getFirst();
    assertEquals("POST", request.method());
    assertEquals("/api/v1/namespaces/shop/events", request.target());
    assertEquals(
        "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web.17cb5a8a9d9a0000\","
            + "\"namespace\":\"shop\"},\"involvedObject\":{\"kind\":\"HorizontalPodAutoscaler\","
            + "\"namespace\":\"shop\",\"name\":\"web\",\"apiVersion\":\"autoscaling/v2\"},"
            + "\"reason\":\"SuccessfulRescale\",\"message\":\"New size: 3\","
            + "\"source\":{\"component\":\"horizontal-pod-autoscaler\"},"
            + "\"firstTimestamp\":\"2024-05-01T10:00:00Z\",\"lastTimestamp\":\"2024-05-01T10:00:00Z\","
            + "\"count\":1,\"type\":\"Normal\",\"eventTime\":null,"
            + "\"reportingComponent\":\"horizontal-pod-autoscaler\",\"reportingInstance\":\"\"}",
        request.body().strip().replaceFirst("web\\.[0-9a-f]{16}", "web.17cb5a8a9d9a0000"));
  }

  @Test
  void aRepetitionRaisesTheCountOfTheFirst() {
    recorder.accept(WEB, SCALED);
    timeline.advance(Duration.ofSeconds(15));
    recorder.accept(WEB, SCALED);
    List<TestServer.Request> requests = written();
    String name = body(requests.get(0)).path("metadata").path("name").asText();
    TestServer.Request patch = requests.get(1);
    assertEquals("PATCH", patch.method());
    assertEquals("/api/v1/namespaces/shop/events/" + name, patch.target());
    assertTrue(patch.contentType().startsWith("application/strategic-merge-patch+json"));
    assertEquals(2, body(patch).path("count").asInt());
    assertEquals("2024-05-01T10:00:15Z", body(patch).path("lastTimestamp").asText());
  }

  @Test
  void aCountWhoseEventIsGoneIsWrittenAnewUnderTheOldName() {
    patchCode = 404;
    recorder.accept(WEB, SCALED);
    timeline.advance(Duration.ofHours(2));
    recorder.accept(WEB, SCALED);
    List<TestServer.Request> requests = written();
    assertEquals(
        List.of("POST", "PATCH", "POST"),
        requests.stream().map(TestServer.Request::method).toList());
    JsonNode first = body(requests.get(0));
    JsonNode again = body(requests.get(2));
    assertEquals(first.path("metadata"), again.path("metadata"));
    assertEquals(2, again.path("count").asInt());
    assertEquals("2024-05-01T10:00:00Z", again.path("firstTimestamp").asText());
  }

  @Test
  void anotherMessageIsAnotherEvent() {
    recorder.accept(WEB, SCALED);
    recorder.accept(WEB, event(HpaEvent.Type.NORMAL, "New size: 4"));
    assertTrue(written().stream().allMatch(request -> request.method().equals("POST")));
  }

  @Test
  void ofABurstTwentyFiveAreWrittenAndOneMoreEveryFiveMinutes() {
    for (int i = 0; i < 40; i++) {
      recorder.accept(WEB, SCALED);
    }
    timeline.advance(Duration.ofMinutes(5));
    recorder.accept(WEB, SCALED);
    recorder.accept(WEB, SCALED);
    List<TestServer.Request> requests = written();
    assertEquals(26, requests.size());
    // What was dropped has been counted.
    assertEquals(41, body(requests.getLast()).path("count").asInt());
  }

  @Test
  void typesAndAutoscalersHaveTheirOwnBursts() {
    HorizontalPodAutoscaler other = WEB.withMetadata(ObjectMeta.named("shop", "api"));
    for (int i = 0; i < 30; i++) {
      recorder.accept(WEB, SCALED);
      recorder.accept(WEB, event(HpaEvent.Type.WARNING, "boom"));
      recorder.accept(other, SCALED);
    }
    assertEquals(75, written().size());
  }

  @Test
  void whatIsQueuedIsWrittenBeforeTheEnd() {
    for (int i = 0; i < 20; i++) {
      recorder.accept(WEB, event(HpaEvent.Type.NORMAL, "New size: " + i));
    }
    assertEquals(20, written().size());
    recorder.accept(WEB, SCALED);
    recorder.close();
    assertFalse(server.requests().size() > 20);
  }

  @Test
  void aRefusedEventDoesNotKeepLaterOnesFromBeingWritten() {
    patchCode = 500;
    recorder.accept(WEB, SCALED);
    recorder.accept(WEB, SCALED);
    recorder.accept(WEB, event(HpaEvent.Type.NORMAL, "New size: 9"));
    assertEquals(
        List.of("POST", "PATCH", "POST"),
        written().stream().map(TestServer.Request::method).toList());
  }
}
