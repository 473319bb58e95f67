package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.server.SandboxClient.Events;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsHttpTest {

  private static final String FAULTS = "/sandbox/faults";
  private static final String WATCH = ServedSandbox.MAPS + "?watch=true";

  private ServedSandbox served;
  private SandboxClient client;

  @BeforeEach
  void start() {
    served = new ServedSandbox();
    client = served.client;
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private void add(String fault) {
    served.sandbox.faults().add(Fault.parse(fault));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    client
        .get(ServedSandbox.MAPS)
        .json()
        .path("items")
        .forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  /** The response to a request while time advances. */
  private <T> T inTime(Supplier<T> call) {
    CompletableFuture<T> answer = CompletableFuture.supplyAsync(call);
    while (!answer.isDone()) {
      served.pass(Duration.ofSeconds(1));
    }
    return answer.join();
  }

  @Test
  void clockSkewDoesNotAffectDurations() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    Reply added = client.post(FAULTS, "{'fault':'clock-skew','offset':'1h','for':'1m'}");
    assertEquals("clock-skew:offset=1h,for=1m", added.json().at("/items/0/fault").asText());
    assertEquals("2026-01-01T01:00:00Z", created("during"));
    served.pass(Duration.ofSeconds(10));
    JsonNode pod = client.get(ServedSandbox.PODS).json().at("/items/0/status");
    assertEquals("2026-01-01T01:00:04Z", pod.path("startTime").asText());
    served.pass(Duration.ofSeconds(50));
    assertEquals("2026-01-01T00:01:00Z", created("after"));
    add("clock-skew:offset=-30m");
    assertEquals("2025-12-31T23:31:00Z", created("back"));
    served.pass(Duration.ofMinutes(58));
    assertFalse(
        client.get(ServedSandbox.PODS.replace("pods", "events")).json().path("items").isEmpty());
    served.pass(Duration.ofMinutes(3));
    assertTrue(
        client.get(ServedSandbox.PODS.replace("pods", "events")).json().path("items").isEmpty());
  }

  private String created(String map) {
    return served
        .create(ServedSandbox.MAPS, ServedSandbox.map(map, ""))
        .json()
        .at("/metadata/creationTimestamp")
        .asText();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "error                         | 500 | InternalError      | ''",
        "error:code=503                | 503 | ServiceUnavailable | ''",
        "error:code=503,retry-after=7s | 503 | ServiceUnavailable | 7",
        "error:code=429                | 429 | TooManyRequests    | 1",
        "error:code=504                | 504 | Timeout            | ''",
        "error:code=401                | 401 | Unauthorized       | ''",
        "error:code=403                | 403 | Forbidden          | ''",
        "error:code=404                | 404 | NotFound           | ''"
      })
  void errorsAreStatusObjects(String fault, int code, String reason, String retryAfter) {
    add(fault);
    Reply reply = client.delete(ServedSandbox.MAPS + "/a");
    assertEquals(code, reply.code());
    assertEquals(reason, reply.reason());
    assertEquals(code, reply.json().path("code").asInt());
    assertEquals(retryAfter, reply.header("retry-after"));
    served.sandbox.faults().clear();
    assertEquals(List.of("a"), names(), "nothing was done");
  }

  @Test
  void affectsMatchingRequestsOnly() {
    add("error:path=/api/v1/namespaces/*/pods,method=GET,user-agent=Java-http-client");
    add("error:path=/healthz");
    assertEquals(500, client.get(ServedSandbox.PODS).code());
    assertEquals(500, client.get("/healthz").code());
    assertEquals(200, client.get(ServedSandbox.MAPS).code());
    assertEquals(404, client.get(ServedSandbox.PODS + "/none").code());
    served.sandbox.faults().clear();
    add("error:user-agent=kubectl");
    assertEquals(200, client.get(ServedSandbox.PODS).code());
  }

  @Test
  void runsWithTheSameSeedAreReproducible() {
    add("error:probability=0.5,seed=9");
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      codes.add(client.get(ServedSandbox.MAPS).code());
    }
    assertTrue(codes.contains(200) && codes.contains(500), codes.toString());
    try (ServedSandbox other =
        new ServedSandbox(
            o -> o.withFaults(List.of(Fault.parse("error:probability=0.5,seed=9"))))) {
      // The first request creates the namespace of every test.
      List<Integer> others = new ArrayList<>();
      for (int i = 1; i < 40; i++) {
        others.add(other.client.get(ServedSandbox.MAPS).code());
      }
      assertEquals(codes.subList(1, 40), others);
    }
  }

  @Test
  void delaysRequestsOnTheTimeline() {
    add("latency:delay=10s,method=POST");
    add("latency:delay=5s,method=POST");
    CompletableFuture<Reply> created =
        CompletableFuture.supplyAsync(
            () -> client.post(ServedSandbox.MAPS, ServedSandbox.map("b", "")));
    while (served.sandbox.faults().all().getLast().injected() == 0) {
      Thread.onSpinWait();
    }
    assertEquals(List.of("a"), names(), "others are not held up");
    while (!created.isDone()) {
      served.pass(Duration.ofSeconds(1));
    }
    Reply reply = created.join();
    assertEquals(201, reply.code());
    Instant creation = Timestamps.parse(reply.json().at("/metadata/creationTimestamp").asText());
    assertFalse(creation.isBefore(Instant.parse("2026-01-01T00:00:15Z")), creation.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP_1_1", "HTTP_2"})
  void resetExecutesNothing(HttpClient.Version version) {
    try (SandboxClient own = new SandboxClient(served.sandbox, version)) {
      add("reset:method=POST");
      assertThrows(
          UncheckedIOException.class,
          () -> own.post(ServedSandbox.MAPS, ServedSandbox.map("b", "")));
      assertEquals(1, served.sandbox.faults().all().getFirst().injected());
      assertEquals(List.of("a"), names());
      assertEquals(200, own.get(ServedSandbox.MAPS).code(), "on another connection");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP_1_1", "HTTP_2"})
  void truncatedResponseExecutesTheRequest(HttpClient.Version version) {
    try (SandboxClient own = new SandboxClient(served.sandbox, version)) {
      add("truncate:method=POST");
      assertThrows(
          UncheckedIOException.class,
          () -> own.post(ServedSandbox.MAPS, ServedSandbox.map("b", "")));
      assertEquals(List.of("a", "b"), names());
      assertEquals(200, own.get(ServedSandbox.MAPS).code());
    }
  }

  @Test
  void corruptResponseIsNotJson() {
    add("corrupt");
    Reply reply = client.get(ServedSandbox.MAPS);
    assertEquals(200, reply.code());
    assertEquals("application/json", reply.header("content-type"));
    assertThrows(RuntimeException.class, reply::json);
    try (Events events = client.watch(WATCH)) {
      assertThrows(RuntimeException.class, events::next);
    }
  }

  @Test
  void writesConflict() {
    add("conflict:first=2");
    String map = ServedSandbox.MAPS + "/a";
    Reply reply = client.patch(map, SandboxClient.MERGE, "{'data':{'k':'x'}}");
    assertEquals(409, reply.code());
    assertEquals("Conflict", reply.reason());
    assertEquals(
        "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please"
            + " apply your changes to the latest version and try again",
        reply.message());
    assertEquals("configmaps", reply.json().at("/details/kind").asText());
    assertEquals(201, client.post(ServedSandbox.MAPS, ServedSandbox.map("b", "")).code());
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    Reply scale =
        client.put(
            ServedSandbox.DEPLOYMENTS + "/web/scale",
            "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':'web'},"
                + "'spec':{'replicas':2}}");
    assertTrue(scale.message().contains("deployments.apps \"web\""), scale.toString());
    assertEquals("v", client.get(map).json().at("/data/k").asText());
    assertEquals(200, client.patch(map, SandboxClient.MERGE, "{'data':{'k':'x'}}").code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/unknown", "/api", "/apis/apps/v1", "/apis/apps/v1/namespaces/a/b/c"})
  void conflictNeedsAnObject(String path) {
    add("conflict");
    assertEquals(404, client.put(path, "{}").code());
  }

  @Test
  void expiresWatches() {
    add("expire-watch");
    try (Events events = client.watch(WATCH)) {
      assertEquals(200, events.code());
      JsonNode error = events.next();
      assertNotNull(error);
      assertEquals("ERROR", error.path("type").asText());
      assertEquals("Expired", error.at("/object/reason").asText());
      assertEquals(410, error.at("/object/code").asInt());
      assertNull(events.next());
    }
    Reply protobuf = client.get(WATCH, SandboxClient.PROTOBUF);
    assertTrue(protobuf.text().contains("Expired"));
    assertEquals(
        "application/vnd.kubernetes.protobuf;stream=watch", protobuf.header("content-type"));
    assertEquals(List.of("a"), names());
  }

  @Test
  void stalledWatchStaysOpenWithoutEvents() {
    add("stall-watch");
    try (Events events = client.watch(WATCH + "&timeoutSeconds=30&allowWatchBookmarks=true")) {
      assertEquals(200, events.code());
      served.create(ServedSandbox.MAPS, ServedSandbox.map("b", ""));
      assertEquals("end", inTime(events::brief));
    }
  }

  @Test
  void truncatesAWatchWithinAnEvent() {
    add("truncate");
    try (Events events = client.watch(WATCH)) {
      assertEquals(200, events.code());
      assertThrows(RuntimeException.class, events::next);
    }
  }

  @Test
  void staleListsShowAnEarlierState() {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("b", ""));
    served.create("/api/v1/namespaces/default/configmaps", ServedSandbox.map("elsewhere", ""));
    String then = client.get(ServedSandbox.MAPS).version();
    add("stale-list");
    served.create(ServedSandbox.MAPS, ServedSandbox.map("c", ""));
    client.delete(ServedSandbox.MAPS + "/a");
    client.patch(ServedSandbox.MAPS + "/b", SandboxClient.MERGE, "{'data':{'k':'new'}}");
    Reply stale = client.get(ServedSandbox.MAPS);
    assertEquals(List.of("a", "b"), names());
    assertEquals(then, stale.version());
    assertEquals("v", stale.json().at("/items/1/data/k").asText());
    assertEquals("new", client.get(ServedSandbox.MAPS + "/b").json().at("/data/k").asText());
    assertEquals(200, client.get("/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods").code());
    assertEquals(2, served.sandbox.faults().all().getFirst().injected(), "metrics are not counted");
    assertEquals(
        4,
        client.get("/api/v1/configmaps").json().path("items").size(),
        "those and the one of kube-system");
    String now = client.get(ServedSandbox.MAPS + "/b").version();
    Reply newer =
        client.get(
            ServedSandbox.MAPS + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + now);
    assertEquals(504, newer.code());
    served.sandbox.faults().clear();
    assertEquals(List.of("b", "c"), names());
  }

  @Test
  void staleListOfACompactedStateFails() {
    add("stale-list");
    served.create(ServedSandbox.MAPS, ServedSandbox.map("b", ""));
    served.sandbox.cluster().store().compact();
    Reply reply = client.get(ServedSandbox.MAPS);
    assertEquals("410 Expired", reply.code() + " " + reply.reason());
  }

  @Test
  void managesFaultsOverHttp() {
    Reply added =
        client.post(
            FAULTS,
            "{'fault':'error','code':503,'path':'/api/v1/namespaces/*/pods','probability':1,'first':1}");
    assertEquals(201, added.code());
    assertEquals(503, client.get(ServedSandbox.PODS).code());
    assertEquals(200, client.get(ServedSandbox.PODS).code());
    assertEquals(201, client.post(FAULTS, "{'fault':'reset','method':'DELETE'}").code());
    JsonNode items = client.get(FAULTS).json().path("items");
    assertEquals(
        "error:code=503,path=/api/v1/namespaces/*/pods,probability=1,first=1",
        items.at("/0/fault").asText());
    assertEquals(1, items.at("/0/id").asInt());
    assertEquals(2, items.at("/0/matched").asInt());
    assertEquals(1, items.at("/0/injected").asInt());
    assertEquals(200, client.delete(FAULTS + "/2").code(), "resets do not reach these calls");
    assertEquals(404, client.delete(FAULTS + "/2").code());
    assertEquals(404, client.delete(FAULTS + "/x").code());
    assertEquals(1, client.get(FAULTS).json().path("items").size());
    assertEquals(0, client.delete(FAULTS).json().path("items").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                            | \"\": unknown fault; use latency,",
        "{'fault':'latency'}           | delay: required setting is missing; add delay=2s",
        "{'fault':'reset','pace':'1'}  | pace: unknown setting; use after,",
        "invalid                       | the body of the request: invalid JSON"
      },
      quoteCharacter = '~')
  void rejectsInvalidFaults(String body, String why) {
    Reply reply = client.post(FAULTS, body);
    assertEquals(400, reply.code());
    assertTrue(reply.message().startsWith(why), reply.message());
  }

  @Test
  void ignoresTheContentTypeOfFaults() {
    Reply reply =
        client.send(
            "POST",
            FAULTS,
            null,
            "application/x-www-form-urlencoded",
            SandboxClient.quoted("{'fault':'reset'}"));
    assertEquals(201, reply.code(), reply.toString());
  }

  @Test
  void unauthenticatedRequestsDoNotMatchFaults() {
    add("error:first=1");
    assertEquals(401, client.getAs(null, ServedSandbox.MAPS).code());
    assertEquals(401, client.getAs(null, FAULTS).code());
    assertEquals(500, client.get(ServedSandbox.MAPS).code());
    assertEquals(405, client.put(FAULTS, "{}").code());
    assertEquals(405, client.get(FAULTS + "/1").code());
  }
}
