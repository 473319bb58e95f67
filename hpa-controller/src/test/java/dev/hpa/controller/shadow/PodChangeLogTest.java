package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class PodChangeLogTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final PodIndex pods = new PodIndex();
  private final PodChangeLog log =
      new PodChangeLog(pods, Duration.ofMinutes(1), timeline::now, 1L << 40);

  PodChangeLogTest() {
    pods.onChange(log);
  }

  @AfterEach
  void close() {
    timeline.close();
  }

  private void put(String name, String app, boolean deleted) {
    timeline.advance(Duration.ofSeconds(1));
    pods.put(
        new CachedPod(
            "shop",
            Map.of("app", app),
            new Pod(name, Pod.Phase.RUNNING, deleted, null, null, PodResources.NONE)));
  }

  private List<String> asOf(int second) {
    Instant time = START.plusSeconds(second);
    return log.states(time, time, "shop", Selector.parse("app=web")).getLast().stream()
        .map(pod -> pod.name() + (pod.deleted() ? " deleted" : ""))
        .toList();
  }

  @Test
  void undoesWhatChangedLater() {
    put("a", "web", false);
    put("b", "web", false);
    put("a", "web", true);
    timeline.advance(Duration.ofSeconds(1));
    pods.remove(new NamespacedName("shop", "a"));
    put("b", "other", false);
    assertEquals(List.of(), asOf(0));
    assertEquals(List.of("a"), asOf(1));
    assertEquals(List.of("a", "b"), asOf(2));
    assertEquals(List.of("a deleted", "b"), asOf(3));
    assertEquals(List.of("b"), asOf(4));
    assertEquals(List.of(), asOf(5));
  }

  @Test
  void aNamespaceWithoutPodsHasOneEmptyState() {
    assertEquals(List.of(List.of()), log.states(START, START, "none", Selector.parse("app=web")));
  }

  @Test
  void knowsEachStateWithinATime() {
    put("a", "web", false);
    put("b", "web", false);
    put("a", "web", true);
    List<Integer> sizes =
        log.states(START, START.plusSeconds(3), "shop", Selector.parse("app=web")).stream()
            .map(List::size)
            .toList();
    assertEquals(List.of(2, 2, 1, 0), sizes);
  }

  private static CachedPod large(String namespace, int edit) {
    return new CachedPod(
        namespace,
        Map.of("app", "web", "note", edit + "x".repeat(10_000)),
        new Pod("a", Pod.Phase.RUNNING, edit > 0, null, null, PodResources.NONE));
  }

  /** Edits of one pod take a quarter of the memory; others keep what they have. */
  @Test
  void editsInALoopTakeAPartOfTheMemory() {
    PodIndex edited = new PodIndex();
    PodChangeLog bounded =
        new PodChangeLog(edited, Duration.ofMinutes(1), timeline::now, 1_000_000);
    edited.onChange(bounded);
    edited.put(large("shop", 0));
    timeline.advance(Duration.ofSeconds(1));
    edited.put(large("shop", 1));
    for (int i = 0; i < 1_000; i++) {
      edited.put(large("evil", i));
    }
    assertTrue(bounded.bytes() > 200_000 && bounded.bytes() <= 300_000, "" + bounded.bytes());
    assertEquals(
        2,
        bounded.states(START, timeline.now(), "shop", Selector.parse("app=web")).size(),
        "all states of another namespace");
    timeline.advance(Duration.ofMinutes(2));
    edited.put(large("bank", 0));
    assertTrue(bounded.bytes() < 1_000, "what is too old is dropped");
  }
}
