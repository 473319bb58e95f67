package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.JsonValue;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.TestServer.Answer;
import dev.hpa.spi.ApiRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("security")
class ReflectorTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");

  @TempDir private Path folder = Path.of("");
  private final VirtualTimeline timeline = new VirtualTimeline(START);

  /** Records what it receives, and whether the reflector was in sync at that time. */
  private static final class Notes implements Reflector.Sink<String> {
    final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
    final AtomicReference<Reflector<String>> asked = new AtomicReference<>();
    final List<Boolean> inStep = new CopyOnWriteArrayList<>();
    final AtomicInteger failures = new AtomicInteger();

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<String> all, List<UnreadableObject> unreadable) {
      if (failures.getAndDecrement() > 0) {
        throw new OutOfMemoryError("Java heap space");
      }
      changes.add(
          "all "
              + all.stream().sorted().toList()
              + (unreadable.isEmpty()
                  ? ""
                  : ", unreadable " + unreadable.stream().map(UnreadableObject::key).toList()));
      return Map.of();
    }

    @Override
    public void put(String object) {
      inStep.add(asked.get().isInStep());
      changes.add("put " + object);
    }

    @Override
    public void remove(String object) {
      changes.add("remove " + object);
    }

    @Override
    public void unreadable(UnreadableObject object) {
      changes.add("unreadable " + object.key());
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      changes.add("remove unreadable " + object.key());
    }
  }

  private final Notes notes = new Notes();

  private Reflector<String> reflector(ClusterConnection connection) {
    Reflector<String> reflector =
        new Reflector<>(
            connection,
            ListRequest.of("/api/v1/namespaces", new ApiRequest.Subject("namespaces", "", "")),
            in -> {
              JsonNode tree = in.readValueAsTree();
              if (tree.has("bad")) {
                IllegalArgumentException cause = new IllegalArgumentException("it is bad");
                throw new UnreadableObjectException(
                    UnreadableObject.of(JsonValue.parse(tree.toString()), "it is bad"),
                    "it is bad",
                    cause);
              }
              return new Reflector.Versioned<>(
                  "",
                  tree.path("metadata").path("name").asText(),
                  tree.path("metadata").path("resourceVersion").asText(),
                  tree.path("metadata").path("name").asText());
            },
            notes);
    notes.asked.set(reflector);
    return reflector;
  }

  private static String object(String name, int revision) {
    return "{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%d\"}}".formatted(name, revision);
  }

  private static String list(int revision, String next, String... objects) {
    return "{\"kind\":\"NamespaceList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"%d\",\"continue\":\"%s\"},\"items\":[%s]}"
        .formatted(revision, next, String.join(",", objects));
  }

  private static String event(String type, String object) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, object);
  }

  private static final String EXPIRED =
      event("ERROR", "{\"kind\":\"Status\",\"code\":410,\"message\":\"too old\"}");

  private static final class Script {
    final Deque<Answer> lists = new ConcurrentLinkedDeque<>();
    final Deque<Answer> watches = new ConcurrentLinkedDeque<>();

    Answer next(TestServer.Request request) {
      Deque<Answer> from = request.target().contains("watch=true") ? watches : lists;
      Answer answer = from.poll();
      return answer == null ? Answer.of(500, "the script is over") : answer;
    }

    void lists(String body) {
      lists.add(Answer.of(200, body));
    }

    void watches(String body) {
      watches.add(Answer.of(200, body));
    }
  }

  private final Script script = new Script();

  /** Lets time pass while the reflector pauses, until it has reported a change. */
  private String nextChange() throws InterruptedException {
    String next = notes.changes.poll();
    while (next == null) {
      if (!timeline.sleepers().isEmpty()) {
        timeline.runNext(Instant.MAX);
      }
      Thread.onSpinWait();
      next = notes.changes.poll();
    }
    return next;
  }

  private void run(Check check) throws Exception {
    try (TestServer server = new TestServer(script::next);
        ClusterConnection connection = server.connect(folder, timeline);
        Reflector<String> reflector = reflector(connection)) {
      reflector.start();
      check.accept(server);
    }
  }

  private interface Check {
    void accept(TestServer server) throws Exception;
  }

  private static List<String> watched(TestServer server) {
    return server.requests().stream()
        .map(TestServer.Request::target)
        .filter(target -> target.contains("watch=true"))
        .map(target -> target.replaceAll(".*resourceVersion=([0-9]*).*", "$1"))
        .toList();
  }

  @Test
  void pagesMakeOneList() throws Exception {
    script.lists(list(5, "more", object("a", 1)));
    script.lists(list(5, "", object("b", 2)));
    run(
        server -> {
          assertEquals("all [a, b]", nextChange());
          assertEquals("/api/v1/namespaces?limit=2500", server.requests().get(0).target());
          assertEquals(
              "/api/v1/namespaces?continue=more&limit=2500", server.requests().get(1).target());
        });
  }

  @Test
  void aLaterPageThatFailsIsListedAnewWithAllBefore() throws Exception {
    script.lists(list(5, "more", object("a", 1)));
    script.lists.add(Answer.of(410, "{}"));
    script.lists(list(7, "", object("c", 7)));
    run(server -> assertEquals("all [c]", nextChange()));
  }

  @Test
  void aWatchGoesOnWhereTheLastOneEnded() throws Exception {
    script.lists(list(5, "", object("a", 1)));
    script.watches(event("ADDED", object("b", 6)) + event("DELETED", object("a", 7)));
    script.watches(event("BOOKMARK", object("", 9)));
    script.watches(event("MODIFIED", object("b", 10)));
    run(
        server -> {
          assertEquals("all [a]", nextChange());
          assertEquals("put b", nextChange());
          assertEquals("remove a", nextChange());
          assertEquals("put b", nextChange());
          assertEquals(List.of("5", "7", "9"), watched(server).subList(0, 3));
        });
  }

  @Test
  void aRevisionTheServerForgotIsListedAnew() throws Exception {
    script.lists(list(5, "", object("a", 1)));
    script.watches(EXPIRED);
    script.lists(list(8, "", object("b", 8)));
    script.watches.add(Answer.of(410, "{}"));
    script.lists(list(9, "", object("c", 9)));
    run(
        server -> {
          assertEquals("all [a]", nextChange());
          assertEquals("all [b]", nextChange());
          assertEquals("all [c]", nextChange());
          assertEquals(
              1, watched(server).stream().filter("8"::equals).count(), "not watched again");
        });
  }

  @Test
  void aRefusedListIsTriedAgain() throws Exception {
    script.lists.add(Answer.of(503, ""));
    script.lists.add(Answer.of(200, "<html>"));
    script.lists.add(
        Answer.of(
            200,
            "{\"kind\":\"NamespaceList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[7]}"));
    script.lists(list(5, "", object("a", 1)));
    run(server -> assertEquals("all [a]", nextChange()));
  }

  @Test
  void aBrokenOrDelayedWatchIsTriedAgainFromTheSamePlace() throws Exception {
    script.lists(list(5, ""));
    script.watches.add(Answer.of(429, ""));
    script.watches("{\"type\":\"ADDED\",\"obj");
    script.watches(event("ADDED", object("a", 6)));
    run(
        server -> {
          assertEquals("all []", nextChange());
          assertEquals("put a", nextChange());
          assertEquals(List.of("5", "5", "5"), watched(server).subList(0, 3));
        });
  }

  /** A server or proxy answers lists and closes each watch before its response. */
  @Test
  void aWatchThatNeverOpensIsReplacedByLists() throws Exception {
    script.lists(list(5, "", object("a", 1)));
    script.lists(list(9, "", object("a", 1), object("b", 9)));
    for (int i = 0; i < 100; i++) {
      script.watches.add(Answer.NONE);
    }
    run(
        server -> {
          Instant listed = timeline.now();
          assertEquals("all [a]", nextChange());
          assertEquals("all [a, b]", nextChange());
          Duration between = Duration.between(listed, timeline.now());
          assertTrue(between.compareTo(Duration.ofSeconds(30)) >= 0, "a bounded rate: " + between);
          assertTrue(between.compareTo(Duration.ofSeconds(60)) < 0, "not stale: " + between);
        });
  }

  @Test
  void theAgeOfTheStateCountsFromTheListEvenIfNoWatchHasOpened() throws Exception {
    script.lists(list(5, "", object("a", 1)));
    script.watches.add(Answer.NONE);
    run(
        server -> {
          Instant listed = timeline.now();
          assertEquals("all [a]", nextChange());
          Reflector<String> reflector = notes.asked.get();
          reflector.awaitSynced();
          timeline.advance(Duration.ofSeconds(7));
          assertEquals(Duration.between(listed, timeline.now()), reflector.downFor());
        });
  }

  /** Starts a reflector whose watches are scripted, and returns its pauses before an event. */
  private List<Duration> pauses() throws Exception {
    PassingTime time = new PassingTime();
    try (TestServer server = new TestServer(script::next);
        ClusterConnection connection = server.connect(folder, time);
        Reflector<String> reflector = reflector(connection)) {
      reflector.start();
      assertEquals("all []", notes.changes.take());
      assertEquals("put a", notes.changes.take());
      assertEquals(Set.of("5"), Set.copyOf(watched(server).subList(0, 2)));
      return List.copyOf(time.slept);
    }
  }

  private void rejectsWatch(String retryAfter) {
    script.watches.add(new Answer(429, Map.of("Retry-After", retryAfter), ""));
  }

  /** KEP-4568: an API server rejects watches with 429 until its watch cache is initialized. */
  @Test
  void aRejectedWatchIsRetriedAfterTheRequestedTimeWithoutAList() throws Exception {
    script.lists(list(5, ""));
    rejectsWatch("7");
    rejectsWatch("1");
    script.watches(event("ADDED", object("a", 6)));
    List<Duration> slept = pauses();
    assertEquals(Duration.ofSeconds(7), slept.getFirst());
    assertTrue(slept.get(1).compareTo(Duration.ofSeconds(1)) >= 0, slept::toString);
  }

  @Test
  void aRejectedWatchWaitsForABoundedTime() throws Exception {
    script.lists(list(5, ""));
    rejectsWatch("3600");
    script.watches(event("ADDED", object("a", 6)));
    assertEquals(Duration.ofSeconds(30), pauses().getFirst());
  }

  /** The list of a server that starts; client-go retries it in the same call. */
  @Test
  void aRejectedListIsRetriedAfterTheRequestedTime() throws Exception {
    script.lists.add(new Answer(429, Map.of("Retry-After", "2"), ""));
    script.lists(list(5, ""));
    rejectsWatch("2");
    script.watches(event("ADDED", object("a", 6)));
    assertEquals(Duration.ofSeconds(2), pauses().getFirst());
  }

  @Test
  void aReopenedWatchIsCurrentAfterItsFirstEvent() throws Exception {
    script.lists(list(5, ""));
    script.watches(event("ADDED", object("a", 6)));
    script.watches(event("ADDED", object("b", 7)));
    script.watches("{\"type\":\"ADDED\",\"obj");
    script.watches(event("ADDED", object("c", 8)) + event("ADDED", object("d", 9)));
    run(
        server -> {
          for (String expected : List.of("all []", "put a", "put b", "put c", "put d")) {
            assertEquals(expected, nextChange());
          }
          assertEquals(List.of(true, true, false, true), notes.inStep.subList(0, 4));
        });
  }

  @Test
  void aRefusedWatchIsListedAnew() throws Exception {
    script.lists(list(5, ""));
    script.watches.add(Answer.of(400, ""));
    script.lists(list(7, "", object("a", 7)));
    script.watches(event("ERROR", "{\"code\":500,\"message\":\"boom\"}"));
    script.lists(list(9, "", object("b", 9)));
    script.watches(event("ADDED", object("c", 10)));
    run(
        server -> {
          assertEquals("all []", nextChange());
          assertEquals("all [a]", nextChange());
          assertEquals("all [b]", nextChange());
          assertEquals("put c", nextChange());
          assertEquals(List.of("5", "7", "9"), watched(server).subList(0, 3));
        });
  }

  private static String bad(String name, int revision) {
    return "{\"bad\":true," + object(name, revision).substring(1);
  }

  @Test
  void anObjectThatCannotBeReadDoesNotKeepTheOthersFromBeingFollowed() throws Exception {
    script.lists(list(5, "more", object("a", 1), bad("b", 2), object("c", 3)));
    script.lists(list(5, "", bad("d", 4)));
    script.watches(
        event("ADDED", bad("e", 6))
            + event("ADDED", object("f", 7))
            + event("DELETED", bad("d", 8))
            + event("MODIFIED", object("b", 9))
            + event("MODIFIED", bad("e", 10)));
    script.watches(event("ADDED", object("g", 11)));
    run(
        server -> {
          assertEquals("all [a, c], unreadable [/b, /d]", nextChange());
          assertEquals("unreadable /e", nextChange());
          assertEquals("put f", nextChange());
          assertEquals("remove unreadable /d", nextChange());
          assertEquals("put b", nextChange());
          assertEquals("unreadable /e", nextChange());
          assertEquals("put g", nextChange());
          assertEquals(1, notes.asked.get().unreadable());
          assertEquals(List.of("5", "10"), watched(server).subList(0, 2));
        });
  }

  @Test
  void anErrorDoesNotEndIt() throws Exception {
    notes.failures.set(2);
    script.lists(list(5, "", object("a", 1)));
    script.lists(list(5, "", object("a", 1)));
    script.lists(list(6, "", object("a", 1)));
    script.watches(event("ADDED", object("b", 7)));
    run(
        server -> {
          assertEquals("all [a]", nextChange());
          assertEquals("put b", nextChange());
          assertFalse(notes.asked.get().isDead());
        });
  }

  /** Others wait for the first list: a failure of any kind ends the wait. */
  @Test
  void anErrorEndsTheWaitForTheFirstList() throws Exception {
    notes.failures.set(Integer.MAX_VALUE);
    script.lists(list(5, "", object("a", 1)));
    run(
        server -> {
          Reflector<String> reflector = notes.asked.get();
          reflector.awaitFirstList();
          assertEquals("java.lang.OutOfMemoryError: Java heap space", reflector.problem());
        });
  }

  @Test
  void aThreadThatEndedIsDead() throws Exception {
    PassingTime time =
        new PassingTime() {
          @Override
          public void sleep(Duration duration) throws InterruptedException {
            throw new InterruptedException("not by close");
          }
        };
    script.lists.add(Answer.of(500, ""));
    try (TestServer server = new TestServer(script::next);
        ClusterConnection connection = server.connect(folder, time)) {
      Reflector<String> reflector = reflector(connection);
      assertFalse(reflector.isDead());
      reflector.start();
      while (!reflector.isDead()) {
        Thread.onSpinWait();
      }
      reflector.close();
      assertFalse(reflector.isDead());
    }
  }

  @Test
  void aWatchThatEndsAtOnceIsNotRepeatedAtOnce() throws Exception {
    script.lists(list(5, ""));
    script.watches("");
    script.watches(event("ADDED", object("a", 6)));
    run(
        server -> {
          assertEquals("all []", notes.changes.take());
          while (timeline.nextDue() == null) {
            Thread.onSpinWait();
          }
          assertEquals(1, watched(server).size());
          assertEquals("put a", nextChange());
        });
  }

  /** A timeline that advances during sleeps, and records their durations. */
  private class PassingTime implements Timeline {
    final List<Duration> slept = new CopyOnWriteArrayList<>();

    @Override
    public Instant now() {
      return timeline.now();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
      return timeline.schedule(delay, task);
    }

    @Override
    public Duration toReal(Duration duration) {
      return timeline.toReal(duration);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      slept.add(duration);
      timeline.advance(duration);
    }

    @Override
    public void close() {
      timeline.close();
    }
  }

  @Test
  void breaksOfWatchesThatWorkedDoNotAddUp() throws Exception {
    script.lists(list(5, ""));
    for (int revision = 6; revision <= 11; revision++) {
      script.watches(event("ADDED", object("a", revision)) + "{\"type\":");
    }
    PassingTime time = new PassingTime();
    try (TestServer server = new TestServer(script::next);
        ClusterConnection connection = server.connect(folder, time);
        Reflector<String> reflector = reflector(connection)) {
      reflector.start();
      for (int told = 0; told <= 6; told++) {
        notes.changes.take();
      }
      for (Duration slept : List.copyOf(time.slept).subList(0, 5)) {
        assertTrue(slept.compareTo(Duration.ofMillis(1600)) <= 0, slept.toString());
      }
    }
  }
}
