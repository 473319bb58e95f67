package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.memory.Limit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which events clients receive, and how often their content is computed. */
@Tag("security")
class ChangeFeedTest {

  /** The most autoscalers of an event here. */
  private static final int MOST = 2;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final AtomicInteger computed = new AtomicInteger();
  private final ChangeFeed feed = new ChangeFeed(timeline, this::changes);

  private ChangeFeed.Changes changes(List<NamespacedName> keys) {
    computed.incrementAndGet();
    List<String> names = keys.stream().limit(MOST).map(NamespacedName::name).toList();
    return new ChangeFeed.Changes(names.toString().getBytes(StandardCharsets.UTF_8), names.size());
  }

  @AfterEach
  void close() {
    feed.close();
    timeline.close();
  }

  private ChangeStream open() throws Exception {
    ChangeStream stream = Objects.requireNonNull(feed.open(""));
    assertEquals("[]", next(stream));
    return stream;
  }

  private static String next(ChangeStream stream) throws Exception {
    String event = new String(Objects.requireNonNull(stream.next()), StandardCharsets.UTF_8);
    String before = "event: changes\ndata: ";
    assertEquals(before, event.substring(0, before.length()));
    assertEquals("\n\n", event.substring(event.length() - 2));
    return event.strip().substring(before.length());
  }

  private void change(String... names) {
    for (String each : names) {
      feed.changed(new NamespacedName("shop", each));
    }
  }

  private void second() {
    timeline.advance(Duration.ofSeconds(1));
  }

  @Test
  void changesAreSentOnceASecond() throws Exception {
    ChangeStream stream = open();
    change("web", "api", "web");
    second();
    assertEquals("[api, web]", next(stream));
    timeline.advance(Duration.ofSeconds(12));
    assertEquals("[]", next(stream), "a client without changes gets the time");
    feed.close();
    assertNull(stream.next());
  }

  @Test
  void clientsShareTheBytesOfAnEvent() throws Exception {
    List<ChangeStream> clients = List.of(open(), open(), open());
    int before = computed.get();
    change("web");
    second();
    byte[] first = clients.getFirst().next();
    for (ChangeStream each : clients.subList(1, 3)) {
      assertSame(first, each.next());
    }
    assertEquals(before + 1, computed.get());
    change("web");
    second();
    assertNotSame(first, clients.getFirst().next());
  }

  @Test
  void manyChangesAreSentInSeveralEvents() throws Exception {
    List<ChangeStream> clients = List.of(open(), open());
    int before = computed.get();
    change("a", "b", "c", "d", "e");
    second();
    for (String expected : List.of("[a, b]", "[c, d]", "[e]")) {
      for (ChangeStream each : clients) {
        assertEquals(expected, next(each));
      }
    }
    assertEquals(before + 3, computed.get());
  }

  @Test
  void moreChangesThanAreReturnedAtATimeAreAllSent() throws Exception {
    ChangeStream stream = open();
    IntStream.range(0, 2 * Limit.FEED_CHANGES.asInt()).forEach(each -> change("web-" + each));
    second();
    for (int i = 0; i < 2 * Limit.FEED_CHANGES.asInt(); i += MOST) {
      assertEquals("[web-%d, web-%d]".formatted(i, i + 1), next(stream));
    }
  }

  @Test
  void aSlowClientGetsEachAutoscalerOnce() throws Exception {
    ChangeStream slow = open();
    ChangeStream fast = open();
    change("web");
    second();
    assertEquals("[web]", next(fast));
    change("api", "web");
    second();
    assertEquals("[api, web]", next(fast));
    assertEquals("[api, web]", next(slow));
    change("db");
    second();
    assertEquals("[db]", next(slow));
    assertEquals("[db]", next(fast));
  }

  @Test
  void aNewClientGetsOnlyWhatChangesFromThenOn() throws Exception {
    open();
    change("web");
    second();
    ChangeStream late = open();
    change("api");
    second();
    assertEquals("[api]", next(late));
  }
}
