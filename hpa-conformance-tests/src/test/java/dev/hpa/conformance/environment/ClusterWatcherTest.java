package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.conformance.transcript.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ClusterWatcherTest {

  private static final Duration ENOUGH = Duration.ofSeconds(30);
  private static final String EVENTS = "/api/v1/events";
  private static final List<String> COLLECTIONS =
      List.of(
          TestCluster.TARGETS,
          TestCluster.AUTOSCALERS,
          EVENTS,
          "/apis/apps/v1/deployments",
          "/apis/apps/v1/replicasets",
          "/apis/apps/v1/statefulsets",
          "/api/v1/replicationcontrollers");

  @TempDir private Path folder;
  private ScriptedServer server;
  private ClusterWatcher watcher;
  private final CaseLog log = new CaseLog("sample");

  @BeforeEach
  void start() throws Exception {
    server = new ScriptedServer();
    COLLECTIONS.forEach(
        each ->
            server.respond(
                "GET " + each,
                200,
                "application/json",
                "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}"));
    watcher = new ClusterWatcher(ClusterApi.of(server.kubeconfig(folder)));
    watcher.register("hpa-1", log);
  }

  @AfterEach
  void stop() {
    watcher.close();
    server.close();
  }

  private static String event(String type, String object) {
    return "{\"type\":\"%s\",\"object\":%s}"
        .formatted(type, object.replace('\'', '"').replace("\n", ""));
  }

  private static String target(String namespace, int replicas, String set) {
    return event(
        "MODIFIED",
        """
        {'metadata':{'namespace':'%s','name':'web','annotations':{'%s':'%s'}},
         'spec':{'replicas':%d}}
        """
            .formatted(namespace, ClusterWatcher.SET_BY_SUITE, set, replicas));
  }

  private static String autoscaler(String type, int current) {
    return event(
        type,
        "{'metadata':{'namespace':'hpa-1','name':'web'},'status':{'currentReplicas':%d}}"
            .formatted(current));
  }

  private static String reported(String fields, String version) {
    return event(
        "ADDED",
        """
        {'metadata':{'namespace':'hpa-1','name':'web.1','resourceVersion':'%s'},
         'involvedObject':{'name':'web'},
         'type':'Warning','reason':'FailedGetScale','message':'not found',%s}
        """
            .formatted(version, fields));
  }

  /** Waits for observations, and returns them. */
  private List<String> seen(int count) throws InterruptedException {
    assertTrue(
        log.await(seen -> seen.observations().size() >= count, ENOUGH),
        () -> log.transcript().toString());
    return log.transcript().observations().stream().map(Observation::line).toList();
  }

  @Test
  void writesOfTheImplementationAreRecordedButNotThoseOfTheSuite() throws InterruptedException {
    BlockingQueue<String> watch = server.nextWatch(TestCluster.TARGETS);
    watch.add(target("hpa-1", 1, ""));
    watch.add(target("hpa-1", 3, ""));
    watch.add(target("hpa-1", 3, ""));
    watch.add(target("hpa-1", 9, "1"));
    watch.add(target("hpa-1", 4, "1"));
    assertEquals(List.of("replicas 3", "replicas 4"), seen(2));
  }

  @Test
  void otherNamespacesAreIgnored() throws InterruptedException {
    BlockingQueue<String> watch = server.nextWatch(TestCluster.TARGETS);
    watch.add(target("hpa-2", 1, ""));
    watch.add(target("hpa-2", 3, ""));
    watch.add(target("hpa-1", 1, ""));
    watch.add(target("hpa-1", 5, ""));
    assertEquals(List.of("replicas 5"), seen(1));
  }

  @Test
  void builtInKindsAreWatched() throws InterruptedException {
    BlockingQueue<String> watch = server.nextWatch("/apis/apps/v1/deployments");
    watch.add(target("hpa-1", 1, ""));
    watch.add(target("hpa-1", 5, ""));
    assertEquals(List.of("replicas 5"), seen(1));
  }

  @Test
  void onlyChangesOfTheStatusAreRecorded() throws InterruptedException {
    BlockingQueue<String> watch = server.nextWatch(TestCluster.AUTOSCALERS);
    watch.add(autoscaler("ADDED", 1));
    watch.add(autoscaler("MODIFIED", 1));
    watch.add(autoscaler("DELETED", 9));
    watch.add(autoscaler("MODIFIED", 2));
    assertEquals(
        List.of("status of web {\"currentReplicas\":1}", "status of web {\"currentReplicas\":2}"),
        seen(2));
  }

  @Test
  void reporterAndCountOfAnEventAreRecorded() throws InterruptedException {
    BlockingQueue<String> watch = server.nextWatch(EVENTS);
    watch.add(reported("'reportingComponent':'mine','count':3", "1"));
    watch.add(reported("'reportingComponent':'','source':{'component':'old'}", "2"));
    seen(2);
    List<Observation.Event> events = log.transcript().all(Observation.Event.class).toList();
    assertEquals("mine 3", events.get(0).reporter() + " " + events.get(0).count());
    assertEquals("old 1", events.get(1).reporter() + " " + events.get(1).count());
    assertEquals("Warning FailedGetScale: not found", events.get(0).line());
  }

  @Test
  void watchThatEndsIsRestartedFromANewList() throws InterruptedException {
    BlockingQueue<String> first = server.nextWatch(TestCluster.TARGETS);
    first.add(target("hpa-1", 1, ""));
    ScriptedServer.end(first);
    server.nextWatch(TestCluster.TARGETS).add(target("hpa-1", 6, ""));
    assertEquals(List.of("replicas 6"), seen(1));
    assertEquals(
        2,
        server.received().stream().filter(each -> each.path().equals(TestCluster.TARGETS)).count());
    assertTrue(
        server.received().stream()
            .anyMatch(
                each -> each.path().equals(TestCluster.TARGETS + "?watch=true&resourceVersion=7")));
  }

  /** The API server may end a watch at any time, also just before the implementation writes. */
  @Test
  void changesBetweenTwoWatchesAreRecordedOnce() throws InterruptedException {
    BlockingQueue<String> targets = server.nextWatch(TestCluster.TARGETS);
    targets.add(target("hpa-1", 1, ""));
    targets.add(target("hpa-1", 2, ""));
    BlockingQueue<String> events = server.nextWatch(EVENTS);
    events.add(reported("'count':1", "1"));
    seen(2);
    list(TestCluster.TARGETS, target("hpa-1", 6, ""));
    list(EVENTS, reported("'count':1", "1"));
    ScriptedServer.end(targets);
    ScriptedServer.end(events);
    server.nextWatch(TestCluster.TARGETS).add(target("hpa-1", 7, ""));
    server.nextWatch(EVENTS).add(reported("'count':2", "2"));
    seen(5);
    assertEquals(
        List.of("2", "6", "7"),
        log.transcript()
            .all(Observation.Scaled.class)
            .map(each -> String.valueOf(each.replicas()))
            .toList());
    assertEquals(
        List.of(1, 2),
        log.transcript().all(Observation.Event.class).map(Observation.Event::count).toList());
  }

  private void list(String collection, String event) {
    server.respond(
        "GET " + collection,
        200,
        "application/json",
        "{\"metadata\":{\"resourceVersion\":\"8\"},\"items\":[%s]}"
            .formatted(Json.tree(event).path("object")));
  }

  @Test
  void followerReceivesTheCurrentReplicasAndEachChange() throws InterruptedException {
    BlockingQueue<String> watch = server.nextWatch(TestCluster.TARGETS);
    watch.add(target("hpa-1", 1, ""));
    watch.add(target("hpa-1", 2, ""));
    seen(1);
    BlockingQueue<Integer> followed = new LinkedBlockingQueue<>();
    watcher.follow("hpa-1", "web", followed::add);
    assertEquals(2, followed.take());
    watch.add(target("hpa-1", 8, "1"));
    assertEquals(8, followed.take());
  }

  @Test
  void forgottenNamespaceIsNotRecorded() throws InterruptedException {
    CaseLog other = new CaseLog("other");
    watcher.register("hpa-2", other);
    BlockingQueue<String> watch = server.nextWatch(TestCluster.TARGETS);
    watch.add(target("hpa-1", 1, ""));
    watch.add(target("hpa-1", 2, ""));
    seen(1);
    watcher.forget("hpa-1");
    watch.add(target("hpa-1", 3, ""));
    watch.add(target("hpa-2", 1, ""));
    watch.add(target("hpa-2", 2, ""));
    assertTrue(other.await(seen -> !seen.observations().isEmpty(), ENOUGH));
    assertEquals(List.of("replicas 2"), seen(1));
  }
}
