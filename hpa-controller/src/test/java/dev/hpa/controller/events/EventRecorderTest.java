package dev.hpa.controller.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.TestServer;
import dev.hpa.kube.client.TestServer.Answer;
import dev.hpa.kube.memory.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventRecorderTest {

  private static final HorizontalPodAutoscaler WEB = autoscaler("web");
  private static final HpaEvent SCALED = scaled("New size: 3");

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final TestServer server;
  private final EventRecorder recorder;
  private volatile int patchCode = 200;

  EventRecorderTest(@TempDir Path folder) throws Exception {
    server =
        new TestServer(
            request -> Answer.of(request.method().equals("PATCH") ? patchCode : 201, "{}"));
    recorder =
        new EventRecorder(
            new HttpKubernetesApi(server.connect(folder, timeline)), timeline, new Random(1));
  }

  @AfterEach
  void stop() {
    recorder.close();
    server.close();
  }

  private static HorizontalPodAutoscaler autoscaler(String name) {
    return HorizontalPodAutoscaler.of(
        ObjectMeta.named("shop", name), HpaSpec.EMPTY, HpaStatus.EMPTY);
  }

  private static HpaEvent scaled(String message) {
    return new HpaEvent(HpaEvent.Type.NORMAL, "SuccessfulRescale", message);
  }

  private List<TestServer.Request> requests() {
    recorder.close(Duration.ofMinutes(1));
    return server.requests();
  }

  private List<String> methods() {
    return requests().stream().map(TestServer.Request::method).toList();
  }

  private static JsonNode body(TestServer.Request request) {
    return Json.tree(request.body());
  }

  @Test
  void anEventIsWrittenInTheFormOfTheControllerManager() {
    recorder.accept(WEB, SCALED);
    TestServer.Request request = requests().getFirst();
    assertEquals("POST", request.method());
    assertEquals("/api/v1/namespaces/shop/events", request.target());
    assertEquals(
        "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web.17cb550d96f24000\","
            + "\"namespace\":\"shop\"},\"involvedObject\":{\"kind\":\"HorizontalPodAutoscaler\","
            + "\"namespace\":\"shop\",\"name\":\"web\",\"apiVersion\":\"autoscaling/v2\"},"
            + "\"reason\":\"SuccessfulRescale\",\"message\":\"New size: 3\","
            + "\"source\":{\"component\":\"horizontal-pod-autoscaler\"},"
            + "\"firstTimestamp\":\"2024-05-01T10:00:00Z\",\"lastTimestamp\":\"2024-05-01T10:00:00Z\","
            + "\"count\":1,\"type\":\"Normal\",\"eventTime\":null,"
            + "\"reportingComponent\":\"horizontal-pod-autoscaler\",\"reportingInstance\":\"\"}",
        request.body().strip());
  }

  @Test
  void recordsEventsOfOtherComponentsAndObjects() {
    ObjectMeta lease =
        ObjectMeta.named("kube-system", "kube-controller-manager")
            .copy()
            .uid("d2037bdc")
            .resourceVersion("3903")
            .build();
    recorder.record(
        ObjectReference.to("coordination.k8s.io/v1", "Lease", lease),
        "kube-controller-manager",
        new HpaEvent(HpaEvent.Type.NORMAL, "LeaderElection", "node-a_61d7 became leader"));
    TestServer.Request request = requests().getFirst();
    assertEquals("/api/v1/namespaces/kube-system/events", request.target());
    JsonNode event = body(request);
    assertEquals(
        Json.tree(
            """
            {"kind": "Lease", "namespace": "kube-system", "name": "kube-controller-manager",
             "uid": "d2037bdc", "apiVersion": "coordination.k8s.io/v1", "resourceVersion": "3903"}
            """),
        event.path("involvedObject"));
    assertEquals("LeaderElection", event.path("reason").asText());
    assertEquals("node-a_61d7 became leader", event.path("message").asText());
    assertEquals("kube-controller-manager", event.at("/source/component").asText());
    assertEquals("kube-controller-manager", event.path("reportingComponent").asText());
  }

  @Test
  void aRepetitionRaisesTheCountOfTheFirst() {
    recorder.accept(WEB, SCALED);
    timeline.advance(Duration.ofSeconds(15));
    recorder.accept(WEB, SCALED);
    List<TestServer.Request> requests = requests();
    String name = body(requests.get(0)).path("metadata").path("name").asText();
    TestServer.Request patch = requests.get(1);
    assertEquals("PATCH", patch.method());
    assertEquals("/api/v1/namespaces/shop/events/" + name, patch.target());
    assertTrue(patch.contentType().startsWith("application/strategic-merge-patch+json"));
    assertEquals(
        "{\"count\":2,\"lastTimestamp\":\"2024-05-01T10:00:15Z\",\"message\":\"New size: 3\"}",
        patch.body().strip());
  }

  @Test
  void aRejectedEventDoesNotBlockLaterOnes() {
    patchCode = 500;
    recorder.accept(WEB, SCALED);
    recorder.accept(WEB, SCALED);
    recorder.accept(WEB, scaled("New size: 9"));
    assertEquals(List.of("POST", "PATCH", "POST"), methods());
    assertEquals(2, recorder.written());
    assertEquals(1, recorder.failed());
    assertEquals(0, recorder.dropped());
  }

  @Test
  void closeWritesQueuedEventsAndDropsLaterOnes() {
    for (int i = 0; i < 20; i++) {
      recorder.accept(WEB, scaled("New size: " + i));
    }
    assertEquals(20, requests().size());
    recorder.accept(WEB, SCALED);
    assertEquals(20, requests().size());
    assertEquals(20, recorder.written());
    assertEquals(1, recorder.dropped());
  }

  @Test
  void queuesAtMostAThousandEvents() throws InterruptedException {
    SlowServer slow = new SlowServer();
    EventRecorder busy = new EventRecorder(slow.api, timeline, new Random(1));
    busy.accept(WEB, SCALED);
    slow.asked.await();
    for (int i = 0; i < 1003; i++) {
      busy.accept(autoscaler("web-" + i), SCALED);
    }
    assertEquals(3, busy.dropped());
    slow.mayAnswer.countDown();
    busy.close(Duration.ofMinutes(1));
    assertEquals(1001, busy.written());
    assertEquals(3, busy.dropped());
  }

  @Test
  void oneObjectDoesNotFillTheQueue() throws InterruptedException {
    SlowServer slow = new SlowServer();
    EventRecorder busy = new EventRecorder(slow.api, timeline, new Random(1));
    busy.accept(WEB, SCALED);
    slow.asked.await();
    for (int i = 0; i < 3000; i++) {
      busy.accept(WEB, scaled("New size: " + i));
    }
    assertEquals(3000 - Limit.OBJECT_EVENTS.asInt(), busy.dropped());
    busy.accept(autoscaler("other"), SCALED);
    assertEquals(3000 - Limit.OBJECT_EVENTS.asInt(), busy.dropped());
    slow.mayAnswer.countDown();
    busy.close(Duration.ofMinutes(1));
  }

  @Test
  void oneNamespaceDoesNotFillTheQueue() throws InterruptedException {
    SlowServer slow = new SlowServer();
    EventRecorder busy = new EventRecorder(slow.api, timeline, new Random(1));
    busy.accept(WEB, SCALED);
    slow.asked.await();
    for (int i = 0; i < Limit.QUEUED_EVENTS.asInt(); i++) {
      busy.accept(autoscaler("web-" + i), SCALED);
    }
    HorizontalPodAutoscaler elsewhere =
        HorizontalPodAutoscaler.of(
            ObjectMeta.named("quiet", "web"), HpaSpec.EMPTY, HpaStatus.EMPTY);
    busy.accept(elsewhere, SCALED);
    assertEquals(1, busy.dropped(), "an event of the namespace that has most");
    slow.mayAnswer.countDown();
    busy.close(Duration.ofMinutes(1));
    assertEquals(1001, busy.written());
    assertTrue(
        slow.api.requests().stream().limit(3).anyMatch(each -> each.path().contains("/quiet/")));
  }

  @Test
  void whatIsNotWrittenWhenTheGraceIsOverIsDropped() throws InterruptedException {
    SlowServer slow = new SlowServer();
    EventRecorder busy = new EventRecorder(slow.api, timeline, new Random(1));
    for (int i = 0; i < 6; i++) {
      busy.accept(WEB, scaled("New size: " + i));
    }
    slow.asked.await();
    busy.close(Duration.ZERO);
    assertEquals(5, busy.dropped());
    slow.wasInterrupted.await();
    assertEquals(List.of("POST"), slow.api.methods());
  }

  /** Says when it is asked, and answers when it may. */
  private static final class SlowServer {
    final FakeApi api = new FakeApi();
    final CountDownLatch asked = new CountDownLatch(1);
    final CountDownLatch mayAnswer = new CountDownLatch(1);
    final CountDownLatch wasInterrupted = new CountDownLatch(1);

    SlowServer() {
      api.answer(
          request -> {
            asked.countDown();
            try {
              mayAnswer.await();
              return FakeApi.FINE;
            } catch (InterruptedException closing) {
              Thread.currentThread().interrupt();
              wasInterrupted.countDown();
              return FakeApi.NO_ANSWER;
            }
          });
    }
  }
}
