package dev.hpa.controller.reconcile;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.Observation;
import dev.hpa.core.Reasoning;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForeignWriteDetectorTest {

  private static final NamespacedName KEY = new NamespacedName("shop", "web");
  private static final String STATUS = "StatusChangedByAnotherWriter";
  private static final String REPLICAS = "ReplicasChangedElsewhere";

  private final List<String> events = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private String manager = "operator";
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final ForeignWriteDetector detector =
      new ForeignWriteDetector(
          (hpa, event) -> {
            events.add(event.reason());
            messages.add(event.message());
          },
          target -> manager,
          () -> now);

  private static HpaStatus status(int desired, @Nullable Instant scaled) {
    return new HpaStatus(
        null,
        scaled,
        2,
        desired,
        null,
        List.of(new HpaCondition("AbleToScale", "True", scaled, "ReadyForNewScale", "ready")));
  }

  private static HorizontalPodAutoscaler hpa(String revision, HpaStatus status) {
    ObjectMeta meta = ObjectMeta.named("shop", "web").copy().resourceVersion(revision).build();
    return HorizontalPodAutoscaler.of(
        meta,
        new HpaSpec(
            new CrossVersionObjectReference("Deployment", "web", "apps/v1"), 1, 9, List.of(), null),
        status);
  }

  /** A reconcile that found an autoscaler and replicas, and ended with a status. */
  private void reconciled(
      HorizontalPodAutoscaler found, int replicas, HpaStatus left, @Nullable String revision) {
    Conclusion conclusion =
        new Conclusion(
            left,
            !left.semanticallyEquals(found.status()),
            List.of(),
            List.of(),
            null,
            false,
            History.EMPTY,
            replicas);
    TargetScale target =
        new TargetScale(
            "shop",
            "web",
            "apps",
            "deployments",
            ObjectMeta.EMPTY,
            new Scale("shop", "web", null, "1", replicas, replicas, "app=web"));
    Decision decision = new Decision.Ended(new Reasoning(List.of(), null), conclusion);
    Observation observation =
        new UnreadableScale(found, Settings.DEFAULTS, "", "", History.EMPTY, now);
    detector.decided(
        new Decided(
            observation,
            target,
            decision,
            Duration.ZERO,
            Duration.ZERO,
            SyncClock.start(new VirtualTimeline(Instant.EPOCH))));
    detector.ended(
        new ReconcileResult(
            observation,
            target,
            decision,
            conclusion,
            now,
            Duration.ZERO,
            Duration.ZERO,
            new ReconcileResult.Writes(null, 0, revision, null, List.of()),
            null));
  }

  @Test
  void ourOwnStatusIsNoForeignWrite() {
    Instant at = Instant.parse("2026-01-01T00:00:00.123456Z");
    Instant kept = Instant.parse("2026-01-01T00:00:00Z");
    reconciled(hpa("1", HpaStatus.EMPTY), 2, status(2, at), "5");
    reconciled(hpa("5", status(2, kept)), 2, status(2, kept), null);
    reconciled(hpa("9", status(2, kept)), 2, status(2, kept), null);
    assertEquals(List.of(), events);
  }

  @Test
  void anotherStatusIsReportedOnceInTenMinutes() {
    HpaStatus ours = status(2, null);
    HpaStatus theirs = status(7, null);
    reconciled(hpa("1", HpaStatus.EMPTY), 2, ours, "5");
    for (int i = 0; i < 40; i++) {
      reconciled(hpa(String.valueOf(10 + 2 * i), theirs), 2, ours, String.valueOf(11 + 2 * i));
      now = now.plusSeconds(15);
    }
    assertEquals(List.of(STATUS), events);
    reconciled(hpa("200", theirs), 2, ours, "201");
    assertEquals(List.of(STATUS, STATUS), events);
    assertEquals(Map.of("status", 41L, "replicas", 0L), detector.counts());
  }

  @Test
  void aStatusFromBeforeTheLastWriteIsNoForeignWrite() {
    reconciled(hpa("1", HpaStatus.EMPTY), 2, status(2, null), "5");
    reconciled(hpa("1", HpaStatus.EMPTY), 2, status(2, null), "6");
    assertEquals(List.of(), events);
  }

  @Test
  void aWriteOfUnknownOutcomeIsNoForeignWrite() {
    reconciled(hpa("1", HpaStatus.EMPTY), 2, status(2, null), "5");
    reconciled(hpa("5", status(2, null)), 2, status(3, null), null);
    reconciled(hpa("6", status(3, null)), 2, status(3, null), null);
    assertEquals(List.of(), events);
  }

  @Test
  void whatAPredecessorWroteIsNoForeignWrite() {
    reconciled(hpa("90", status(7, null)), 7, status(2, null), "91");
    assertEquals(List.of(), events);
  }

  @Test
  void replicasOfAnotherWriterAreReportedOnce() {
    HpaStatus same = status(2, null);
    reconciled(hpa("1", same), 2, same, null);
    reconciled(hpa("1", same), 6, same, null);
    reconciled(hpa("1", same), 6, same, null);
    reconciled(hpa("1", same), 4, same, null);
    assertEquals(List.of(REPLICAS), events);
    now = now.plus(ForeignWriteDetector.BETWEEN_REPORTS);
    reconciled(hpa("1", same), 5, same, null);
    assertEquals(List.of(REPLICAS, REPLICAS), events);
    assertEquals(Map.of("status", 0L, "replicas", 3L), detector.counts());
  }

  @Test
  void changesAreCountedByManager() {
    HpaStatus same = status(2, null);
    reconciled(hpa("1", same), 2, same, null);
    reconciled(hpa("1", same), 6, same, null);
    manager = "argocd";
    reconciled(hpa("1", same), 4, same, null);
    assertEquals(Map.of("operator", 1L, "argocd", 1L), detector.changesByManager());
    now = now.plus(ForeignWriteDetector.BETWEEN_REPORTS);
    reconciled(hpa("1", same), 5, same, null);
    assertEquals(Map.of("operator", 1L, "argocd", 2L), detector.changesByManager());
    assertEquals(
        List.of(
            "another writer, operator, changed the replicas from 2 to 6",
            "another writer, argocd, changed the replicas from 4 to 5"),
        messages);
  }

  @Test
  void theLastChangeOfTheReplicasIsKnown() {
    HpaStatus same = status(2, null);
    reconciled(hpa("1", same), 2, same, null);
    assertNull(detector.lastScale(KEY));
    reconciled(hpa("1", same), 6, same, null);
    assertEquals(
        "operator, from 2 to 6 at 2026-01-01T00:00:00Z",
        requireNonNull(detector.lastScale(KEY)).describe());
    now = now.plusSeconds(15);
    manager = "argocd";
    reconciled(hpa("1", same), 4, same, null);
    assertEquals(
        "argocd, from 6 to 4 at 2026-01-01T00:00:15Z; 2 times since this controller began",
        requireNonNull(detector.lastScale(KEY)).describe());
    detector.forget(KEY);
    assertNull(detector.lastScale(KEY));
  }

  @Test
  void namesOfManagersAreLimited() {
    HpaStatus same = status(2, null);
    for (int i = 0; i < Limit.LABEL_VALUES.asInt() + 7; i++) {
      manager = "m" + i;
      reconciled(hpa("1", same), 2 + i % 2, same, null);
      now = now.plus(ForeignWriteDetector.BETWEEN_REPORTS);
    }
    Map<String, Long> counts = detector.changesByManager();
    assertEquals(Limit.LABEL_VALUES.asInt() + 1, counts.size());
    assertEquals(6, counts.get(ForeignWriteDetector.OTHER));
  }

  @Test
  void aNewAutoscalerOfTheSameNameBeginsAnew() {
    HpaStatus same = status(2, null);
    reconciled(hpa("1", same), 2, same, null);
    detector.forget(KEY);
    reconciled(hpa("2", status(3, null)), 6, status(3, null), null);
    assertEquals(List.of(), events);
  }
}
