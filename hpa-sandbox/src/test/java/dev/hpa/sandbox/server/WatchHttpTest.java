package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.server.SandboxClient.Events;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchHttpTest {

  private static final String WATCH = ServedSandbox.MAPS + "?watch=true";
  private static final String STREAM =
      WATCH + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

  private ServedSandbox served;
  private SandboxClient client;

  @BeforeEach
  void start() {
    served = new ServedSandbox();
    client = served.client;
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", "'tier':'x'"));
    served.create(ServedSandbox.MAPS, ServedSandbox.map("b", ""));
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private String now() {
    return client.get(ServedSandbox.MAPS).version();
  }

  private void label(String name, String value) {
    client.patch(
        ServedSandbox.MAPS + "/" + name,
        SandboxClient.MERGE,
        "{'metadata':{'labels':{'tier':%s}}}".formatted(value));
  }

  private static String version(JsonNode event) {
    return event.at("/object/metadata/resourceVersion").asText();
  }

  @ParameterizedTest
  @CsvSource({"''", "&resourceVersion=0"})
  void sendsInitialObjectsThenChanges(String version) {
    try (Events events = client.watch(WATCH + version)) {
      assertEquals("ADDED a", events.brief());
      assertEquals("ADDED b", events.brief());
      label("b", "'y'");
      assertEquals("MODIFIED b", events.brief());
      served.create(ServedSandbox.MAPS, ServedSandbox.map("c", ""));
      assertEquals("ADDED c", events.brief());
      client.delete(ServedSandbox.MAPS + "/a");
      assertEquals("DELETED a", events.brief());
    }
  }

  @Test
  void sendsPastChangesAfterAVersion() {
    String before = now();
    label("a", "'y'");
    client.delete(ServedSandbox.MAPS + "/b");
    try (Events events = client.watch(WATCH + "&resourceVersion=" + before)) {
      JsonNode modified = events.next();
      assertNotNull(modified);
      assertEquals("MODIFIED", modified.path("type").asText());
      assertEquals("ConfigMap", modified.at("/object/kind").asText());
      assertEquals("v1", modified.at("/object/apiVersion").asText());
      JsonNode deleted = events.next();
      assertNotNull(deleted);
      assertEquals("DELETED", deleted.path("type").asText());
      assertEquals(now(), version(deleted), "the version of the deletion");
    }
  }

  @Test
  void objectsStartAndStopMatchingASelector() {
    try (Events events = client.watch(WATCH + "&labelSelector=tier%3Dx&resourceVersion=" + now())) {
      label("b", "'x'");
      assertEquals("ADDED b", events.brief());
      label("a", "'other'");
      assertEquals("DELETED a", events.brief());
      served.create(ServedSandbox.MAPS, ServedSandbox.map("c", ""));
      client.delete(ServedSandbox.MAPS + "/b");
      assertEquals("DELETED b", events.brief(), "c was never seen");
    }
  }

  @Test
  void watchesOneObjectByName() {
    try (Events events =
        client.watch(WATCH + "&fieldSelector=metadata.name%3Db&resourceVersion=0")) {
      assertEquals("ADDED b", events.brief());
      label("a", "'y'");
      label("b", "'y'");
      assertEquals("MODIFIED b", events.brief());
    }
  }

  @Test
  void getIgnoresTheWatchParameter() {
    assertEquals(
        "ConfigMap", client.get(ServedSandbox.MAPS + "/a?watch=true").json().path("kind").asText());
  }

  @Test
  void streamedListsMarkTheEndOfInitialEvents() {
    try (Events events = client.watch(STREAM + "&allowWatchBookmarks=true")) {
      assertEquals("ADDED a", events.brief());
      assertEquals("ADDED b", events.brief());
      JsonNode mark = events.next();
      assertNotNull(mark);
      assertEquals("BOOKMARK", mark.path("type").asText());
      assertEquals("ConfigMap", mark.at("/object/kind").asText());
      assertEquals("v1", mark.at("/object/apiVersion").asText());
      assertEquals(now(), version(mark));
      assertEquals(
          "true",
          mark.at("/object/metadata/annotations").path("k8s.io/initial-events-end").asText());
      label("a", "'y'");
      assertEquals("MODIFIED a", events.brief());
    }
  }

  @Test
  void emptyStreamedListsEndAtOnce() {
    try (Events events = client.watch(STREAM + "&allowWatchBookmarks=true&labelSelector=none")) {
      assertEquals("BOOKMARK -", events.brief());
    }
  }

  @Test
  void initialEventsEndUnmarkedWithoutBookmarks() {
    try (Events events = client.watch(STREAM)) {
      assertEquals("ADDED a", events.brief());
      assertEquals("ADDED b", events.brief());
      label("a", "'y'");
      assertEquals("MODIFIED a", events.brief());
    }
  }

  @Test
  void initialEventsAreOptional() {
    String path =
        WATCH
            + "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    try (Events events = client.watch(path)) {
      label("a", "'y'");
      assertEquals("MODIFIED a", events.brief());
    }
  }

  @Test
  void sendsBookmarks() {
    try (Events events =
        client.watch(
            WATCH + "&allowWatchBookmarks=true&timeoutSeconds=100&resourceVersion=" + now())) {
      label("a", "'y'");
      assertEquals("MODIFIED a", events.brief());
      String current = now();
      served.pass(Duration.ofSeconds(60));
      JsonNode mark = events.next();
      assertNotNull(mark);
      assertEquals("BOOKMARK", mark.path("type").asText());
      assertEquals(current, version(mark));
      assertFalse(mark.at("/object/metadata").has("annotations"));
      served.pass(Duration.ofSeconds(38));
      assertEquals("BOOKMARK -", events.brief(), "one more just before the end");
      served.pass(Duration.ofSeconds(2));
      assertNull(events.next());
    }
  }

  @Test
  void watchesTimeOut() {
    try (Events events = client.watch(WATCH + "&timeoutSeconds=5&resourceVersion=" + now())) {
      label("a", "'y'");
      assertEquals("MODIFIED a", events.brief());
      served.pass(Duration.ofSeconds(5));
      assertNull(events.next());
    }
  }

  @Test
  void compactedVersionsAreExpired() {
    String before = now();
    label("a", "'y'");
    served.sandbox.cluster().store().compact();
    try (Events events = client.watch(WATCH + "&resourceVersion=" + before)) {
      assertEquals(200, events.code());
      JsonNode error = events.next();
      assertNotNull(error);
      assertEquals("ERROR", error.path("type").asText());
      assertEquals(410, error.at("/object/code").asInt());
      assertEquals("Expired", error.at("/object/reason").asText());
      assertTrue(
          error.at("/object/message").asText().startsWith("too old resource version: " + before));
      assertNull(events.next());
    }
    try (Events events = client.watch(WATCH + "&resourceVersion=" + now())) {
      label("a", "'z'");
      assertEquals("MODIFIED a", events.brief(), "the present is still there");
    }
  }

  /** More changes than the log and all buffers can hold. */
  @Test
  void slowWatchesAreClosed() {
    try (Events events = client.watch(WATCH + "&resourceVersion=" + now())) {
      String value = "x".repeat(2000);
      for (int i = 0; i < 27_000; i++) {
        String next = value + i;
        served
            .sandbox
            .cluster()
            .objects(ResourceTypes.CONFIG_MAPS)
            .update(
                new ObjectKey("shop", "a"),
                (before, map) -> {
                  map.withObject("/data").put("k", next);
                  return map;
                });
      }
      JsonNode event = events.next();
      while (event != null && event.path("type").asText().equals("MODIFIED")) {
        event = events.next();
      }
      assertNotNull(event);
      assertEquals("ERROR", event.path("type").asText());
      assertEquals(410, event.at("/object/code").asInt());
      assertNull(events.next());
    }
  }

  @Test
  void streamedListOfAFutureVersionFails() {
    try (Events events =
        client.watch(STREAM + "&allowWatchBookmarks=true&resourceVersion=99999999")) {
      JsonNode error = events.next();
      assertNotNull(error);
      assertEquals(504, error.at("/object/code").asInt());
      assertNull(events.next());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "&sendInitialEvents=true, 422",
    "&sendInitialEvents=true&resourceVersionMatch=Exact, 422",
    "&resourceVersionMatch=NotOlderThan&resourceVersion=0, 422",
    "&resourceVersion=abc, 500",
    "&timeoutSeconds=x, 400",
    "&fieldSelector=spec.foo%3D1, 400"
  })
  void validatesParameters(String query, int code) {
    assertEquals(code, client.get(WATCH + query).code());
  }

  @Test
  void rejectsWatchesInYaml() {
    assertEquals(406, client.get(WATCH, "application/yaml").code());
  }

  @Test
  void onlyTheFirstTableHasColumns() {
    try (Events events =
        client.watch(WATCH, "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")) {
      JsonNode first = events.next();
      JsonNode second = events.next();
      assertNotNull(first);
      assertNotNull(second);
      assertTrue(first.at("/object/columnDefinitions").size() > 0);
      assertEquals(0, second.at("/object/columnDefinitions").size());
      assertEquals("b", second.at("/object/rows/0/cells/0").asText());
    }
  }

  @Test
  void allWatchesReceiveAllChangesInOrder() {
    List<Events> watches = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      watches.add(client.watch(WATCH + "&resourceVersion=" + now()));
    }
    for (int i = 0; i < 50; i++) {
      label("a", "'v" + i + "'");
    }
    for (Events events : watches) {
      for (int i = 0; i < 50; i++) {
        JsonNode event = events.next();
        assertNotNull(event);
        assertEquals("v" + i, event.at("/object/metadata/labels/tier").asText());
      }
      events.close();
    }
  }

  @Test
  void closingTheSandboxEndsWatches() {
    try (Events events = client.watch(WATCH)) {
      assertEquals("ADDED a", events.brief());
      served.sandbox.close();
      assertTrue(endsSomehow(events));
    }
  }

  /** A closed connection may be an end of stream or a read error. */
  private static boolean endsSomehow(Events events) {
    try {
      while (events.next() != null) {
        // Events before the end are ignored.
      }
      return true;
    } catch (java.io.UncheckedIOException cut) {
      return true;
    }
  }
}
