package dev.hpa.controller.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.History.Recommendation;
import dev.hpa.core.behavior.History.ScaleEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HistorySectionTest {

  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
  private static final NamespacedName KEY = new NamespacedName("shop", "web");
  private static final String BEHAVIOR =
      """
      {"scaleUp": {"stabilizationWindowSeconds": 0, "policies": [
         {"type": "Pods", "value": 4, "periodSeconds": 60}]},
       "scaleDown": {"stabilizationWindowSeconds": 300, "policies": [
         {"type": "Pods", "value": 4, "periodSeconds": 120}]}}
      """;

  private final VirtualTimeline timeline = new VirtualTimeline(NOW);
  private final AutoscalerCache autoscalers = new AutoscalerCache();
  private final Histories histories = new Histories(timeline);
  private final HistorySection section =
      new HistorySection(histories, autoscalers, ControllerOptions.DEFAULTS);

  @AfterEach
  void close() {
    timeline.close();
  }

  private static HorizontalPodAutoscaler hpa(int desired, Instant lastScaleTime) {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web", "uid": "u1"},
         "spec": {"maxReplicas": 10, "behavior": %s,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}},
         "status": {"desiredReplicas": %d, "lastScaleTime": "%s"}}
        """
            .formatted(BEHAVIOR, desired, lastScaleTime));
  }

  private static Recommendation recommendation(int replicas, int ago) {
    return new Recommendation(replicas, NOW.minusSeconds(ago));
  }

  private static ScaleEvent event(int change, int ago, boolean outdated) {
    return new ScaleEvent(change, NOW.minusSeconds(ago), outdated);
  }

  /** What is saved of a history when the status is that of an autoscaler. */
  private JsonNode saved(History history, HorizontalPodAutoscaler hpa) {
    autoscalers.put(hpa);
    histories.put(KEY, history);
    return Objects.requireNonNull(section.save(namespace -> true).get(KEY));
  }

  private History restored(JsonNode saved, HorizontalPodAutoscaler hpa, Instant at) {
    histories.remove(KEY);
    section.restore(hpa, saved, at, NOW);
    return histories.of(KEY);
  }

  private static HorizontalPodAutoscaler calm() {
    return hpa(4, NOW.minusSeconds(900));
  }

  @Test
  void restoresWhatItSaves() {
    History history =
        new History(
            List.of(recommendation(7, 15), recommendation(4, 30), recommendation(9, 299)),
            List.of(event(3, 50, false), event(1, 100, true)),
            List.of(event(2, 90, true)),
            Map.of("external metric queue", NOW.minusSeconds(4000)));
    assertEquals(history, restored(saved(history, calm()), calm(), NOW));
  }

  /** The clock of the replica that scaled was 38 minutes ahead, for which the pods were kept. */
  @Test
  void aRescaleInTheFutureIsOneOfNow() {
    HorizontalPodAutoscaler later = hpa(9, NOW.plusSeconds(2_333));
    History history = restored(saved(History.EMPTY, calm()), later, NOW);
    assertEquals(List.of(new Recommendation(9, NOW)), history.recommendations());
    assertTrue(history.scaleUps().stream().noneMatch(each -> each.at().isAfter(NOW)));
  }

  @Test
  @Tag("security")
  void savesALimitedTextOfFailedMetrics() {
    Map<String, Instant> clocks = new HashMap<>();
    for (int i = 0; i < 420; i++) {
      clocks.put("external metric %d%s".formatted(i, "x".repeat(1000)), NOW);
    }
    clocks.put("external metric queue", NOW.minusSeconds(60));
    JsonNode saved = saved(new History(List.of(), List.of(), List.of(), clocks), calm());
    assertEquals(17, saved.path("failingSince").size());
    assertEquals(
        NOW.minusSeconds(60),
        restored(saved, calm(), NOW).failingSince().get("external metric queue"));
  }

  @Test
  void savesOnlyTheNamespaces() {
    histories.put(KEY, new History(List.of(recommendation(1, 1)), List.of(), List.of()));
    assertEquals(Map.of(), section.save(namespace -> namespace.equals("other")));
  }

  @Test
  void dropsRecommendationsBeforeTheWindow() {
    History history =
        new History(List.of(recommendation(9, 301), recommendation(4, 15)), List.of(), List.of());
    assertEquals(
        List.of(recommendation(4, 15)),
        restored(saved(history, calm()), calm(), NOW).recommendations());
  }

  @Test
  void keepsTheLatestRecommendationOfARecentCheckpoint() {
    History history =
        new History(List.of(recommendation(9, 600), recommendation(4, 500)), List.of(), List.of());
    JsonNode saved = saved(history, calm());
    assertEquals(
        List.of(recommendation(4, 500)),
        restored(saved, calm(), NOW.minusSeconds(20)).recommendations());
    assertEquals(
        List.of(),
        restored(saved, calm(), NOW.minusSeconds(400)).recommendations(),
        "nothing is known about the window");
  }

  @Test
  void dropsScaleEventsOfAnOldCheckpoint() {
    History history =
        new History(List.of(recommendation(4, 15)), List.of(event(3, 500, false)), List.of());
    JsonNode saved = saved(history, calm());
    assertEquals(1, restored(saved, calm(), NOW.minusSeconds(100)).scaleUps().size());
    assertEquals(List.of(), restored(saved, calm(), NOW.minusSeconds(121)).scaleUps());
  }

  @Test
  void timesOfAClockAheadBecomeNow() {
    History history =
        new History(
            List.of(recommendation(9, -60)),
            List.of(event(3, -30, false)),
            List.of(),
            Map.of("m", NOW.plusSeconds(5)));
    assertEquals(
        new History(
            List.of(recommendation(9, 0)),
            List.of(event(3, 0, false)),
            List.of(),
            Map.of("m", NOW)),
        restored(saved(history, calm()), calm(), NOW));
  }

  @Test
  void addsAScaleUpAfterTheCheckpoint() {
    History history =
        new History(List.of(recommendation(4, 40)), List.of(), List.of(event(2, 100, false)));
    JsonNode saved = saved(history, calm());
    History restored = restored(saved, hpa(7, NOW.minusSeconds(10)), NOW.minusSeconds(30));
    assertEquals(List.of(event(3, 10, false)), restored.scaleUps());
    assertEquals(List.of(recommendation(4, 40), recommendation(7, 10)), restored.recommendations());
    assertEquals(List.of(event(2, 100, false)), restored.scaleDowns());
  }

  @Test
  void addsAScaleDownAfterTheCheckpoint() {
    History history = new History(List.of(recommendation(4, 40)), List.of(), List.of());
    JsonNode saved = saved(history, calm());
    History restored = restored(saved, hpa(3, NOW.minusSeconds(10)), NOW.minusSeconds(30));
    assertEquals(List.of(event(1, 10, false)), restored.scaleDowns());
    assertEquals(List.of(recommendation(4, 40)), restored.recommendations());
  }

  @Test
  void addsNoRescaleThatTheCheckpointHas() {
    History history =
        new History(List.of(recommendation(7, 40)), List.of(event(3, 40, false)), List.of());
    HorizontalPodAutoscaler scaled = hpa(7, NOW.minusSeconds(40));
    assertEquals(history, restored(saved(history, scaled), scaled, NOW.minusSeconds(30)));
  }

  @Test
  void rejectsOtherValues() {
    for (String value :
        List.of(
            "{}",
            "[]",
            "{\"desired\":\"4\"}",
            "{\"desired\":4,\"recommendations\":[1,\"x\"]}",
            "{\"desired\":4,\"recommendations\":[1.5,2]}",
            "{\"desired\":4,\"failingSince\":{\"m\":null}}")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> section.restore(calm(), Json.tree(value), NOW, NOW),
          value);
    }
  }

  /** The figure in docs/state.md: a window of 5 minutes and a rescale per autoscaler. */
  @Test
  void anAutoscalerTakesAbout75Bytes() {
    Random random = new Random(7);
    SortedMap<NamespacedName, SavedAutoscaler> all = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      NamespacedName key = new NamespacedName("team-" + i % 60, "service-" + i);
      List<Recommendation> recommendations = new ArrayList<>();
      int replicas = 2 + random.nextInt(20);
      Instant at = NOW.minusMillis(random.nextInt(15_000));
      for (int age : IntStream.range(0, 21).toArray()) {
        recommendations.add(
            new Recommendation(
                Math.max(1, replicas + random.nextInt(3) - 1),
                at.minusSeconds(15L * age).minusMillis(random.nextInt(20))));
      }
      histories.put(key, new History(recommendations, List.of(event(2, 200, false)), List.of()));
      UUID uid = new UUID(random.nextLong(), random.nextLong());
      all.put(
          key,
          new SavedAutoscaler(
              uid.toString(),
              NOW,
              Map.of(
                  section.name(),
                  Objects.requireNonNull(
                      section.save(any -> any.equals(key.namespace())).get(key)))));
      histories.remove(key);
    }
    long begun = System.nanoTime();
    int size = CheckpointCodec.payload(all, NOW).length / all.size();
    System.out.println(
        "state: %d bytes per HPA, encoded in %s"
            .formatted(size, Duration.ofNanos(System.nanoTime() - begun)));
    assertTrue(size > 50 && size < 100, size + " bytes");
  }
}
