package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Decider;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Observation;
import dev.hpa.core.Planner;
import dev.hpa.core.Situation;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

@Tag("security")
class ActuatorTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final VirtualTimeline timeline = new VirtualTimeline(NOW);
  private final ScaleClient scales = mock(ScaleClient.class);
  private final StatusWriter statuses = mock(StatusWriter.class);
  private final EventSink events = mock(EventSink.class);
  private final Pause pause = mock(Pause.class);
  private final Histories histories = new Histories(timeline);
  private final Actuator actuator =
      new Actuator(scales, statuses, events, PodDeletionHints.NONE, histories, pause);

  @AfterEach
  void close() {
    timeline.close();
  }

  private static HorizontalPodAutoscaler hpa() {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web", "resourceVersion": "7"},
         "spec": {"minReplicas": 3, "maxReplicas": 5,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
        """);
  }

  private static TargetScale target(String revision, int replicas) {
    return new TargetScale(
        "shop",
        "web",
        "apps",
        "deployments",
        ObjectMeta.EMPTY,
        new Scale("shop", "web", null, revision, replicas, replicas, "app=web"));
  }

  private static TargetScale scaled(TargetScale target) {
    return target.withScale(target.scale().withSpecReplicas(3));
  }

  /** One replica is below the minimum, so that the decision is to scale to 3. */
  private Decided decided() {
    Scale scale = target("1", 1).scale();
    Situation situation =
        Situation.of(
            hpa(),
            scale,
            Planner.plan(hpa(), scale, Settings.DEFAULTS),
            Selection.EMPTY,
            List.of(),
            History.EMPTY.seeded(1, NOW),
            Settings.DEFAULTS,
            NOW);
    return new Decided(
        situation,
        target("1", 1),
        Decider.decide(situation),
        Duration.ZERO,
        Duration.ZERO,
        SyncClock.start(timeline));
  }

  private static ScaleException conflict() {
    return new ScaleException(ScaleException.Reason.CONFLICT, "changed", null);
  }

  @Test
  void writesTheScaleBeforeTheStatusAndTheEvents() throws Exception {
    when(statuses.write(any())).thenReturn("8");
    ReconcileResult result = actuator.act(decided());
    InOrder order = inOrder(scales, events, statuses);
    order.verify(scales).write(scaled(target("1", 1)));
    order.verify(events).accept(any(), any());
    order.verify(statuses).write(any());
    assertEquals(3, result.scaledTo());
    assertEquals(1, result.writes().requests());
    assertEquals("8", result.statusRevision());
    assertEquals(
        List.of("SuccessfulRescale"), result.events().stream().map(HpaEvent::reason).toList());
    assertNull(result.error());
  }

  @Test
  void retriesAConflictWithTheScaleReadAgain() throws Exception {
    when(scales.write(scaled(target("1", 1)))).thenThrow(conflict());
    when(scales.reread(target("1", 1))).thenReturn(target("2", 2));
    ReconcileResult result = actuator.act(decided());
    assertEquals(3, result.scaledTo());
    assertEquals(3, result.writes().requests(), "a write, a read and a write");
    verify(scales).write(scaled(target("2", 2)));
    verify(pause).after(1);
  }

  @Test
  void givesUpAfterFiveConflicts() throws Exception {
    when(scales.write(any())).thenThrow(conflict());
    when(scales.reread(any())).thenReturn(target("2", 2));
    ReconcileResult result = actuator.act(decided());
    verify(scales, times(5)).write(any());
    assertEquals(10, result.writes().requests());
    assertNull(result.scaledTo());
    assertEquals(List.of("FailedRescale"), result.events().stream().map(HpaEvent::reason).toList());
    assertEquals("failed to rescale Deployment/shop/web: changed", result.error());
  }

  @Test
  void doesNotRetryAnotherFailure() throws Exception {
    when(scales.write(any()))
        .thenThrow(new ScaleException(ScaleException.Reason.WRITE, "forbidden", null));
    when(scales.reread(any())).thenReturn(target("2", 2));
    ReconcileResult result = actuator.act(decided());
    verify(scales, times(1)).write(any());
    assertEquals(2, result.writes().requests(), "a write and a read");
    verify(pause, never()).after(anyInt());
  }

  @Test
  void reportsAStatusThatCannotBeWritten() throws Exception {
    when(statuses.write(any()))
        .thenThrow(new KubernetesApiException(403, "Forbidden", "not allowed", null));
    ReconcileResult result = actuator.act(decided());
    assertNull(result.statusRevision());
    assertEquals(
        List.of("SuccessfulRescale", "FailedUpdateStatus"),
        result.events().stream().map(HpaEvent::reason).toList());
    assertEquals("failed to update status for web: not allowed", result.error());
  }

  @Test
  void doesNotWriteTheScaleWithoutReplicas() throws Exception {
    Observation unreadable =
        new UnreadableScale(
            hpa(), Settings.DEFAULTS, "not found", "failed: not found", History.EMPTY, NOW);
    ReconcileResult result =
        actuator.act(
            new Decided(
                unreadable,
                null,
                Decider.decide(unreadable),
                Duration.ZERO,
                Duration.ZERO,
                SyncClock.start(timeline)));
    verify(scales, never()).write(any());
    verify(statuses).write(any());
    assertEquals("failed: not found", result.error());
  }
}
