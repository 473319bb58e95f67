package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Decider;
import dev.hpa.core.Observation;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.Reflector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StalenessGuardTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Reflector<?> autoscalers = mock(Reflector.class);
  private final Reflector<?> pods = mock(Reflector.class);
  private final InitialPods initialPods = mock(InitialPods.class);
  private final StalenessGuard guard =
      new StalenessGuard(LIMIT, true, autoscalers, pods, initialPods, () -> NOW);

  @BeforeEach
  void openWatches() {
    when(autoscalers.downFor()).thenReturn(Duration.ZERO);
    when(pods.downFor()).thenReturn(Duration.ZERO);
    when(initialPods.age()).thenReturn(Duration.ZERO);
  }

  private static HorizontalPodAutoscaler hpa(String revision) {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web", "resourceVersion": "%s"},
         "spec": {"maxReplicas": 10,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
        """
            .formatted(revision));
  }

  private void wroteStatus(String revision) {
    guard.ended(wrote(revision));
  }

  private static ReconcileResult wrote(String revision) {
    Observation observation =
        new UnreadableScale(hpa("1"), Settings.DEFAULTS, "", "", History.EMPTY, NOW);
    ReconcileResult decided =
        new Decided(
                observation,
                null,
                Decider.decide(observation),
                Duration.ZERO,
                Duration.ZERO,
                SyncClock.start(new VirtualTimeline(NOW)))
            .withoutWrites();
    return new ReconcileResult(
        observation,
        null,
        decided.decision(),
        decided.conclusion(),
        NOW,
        Duration.ZERO,
        Duration.ZERO,
        new ReconcileResult.Writes(null, 0, revision, null, List.of()),
        null);
  }

  @Test
  void skipsWhileTheFirstListOfPodsTakesTooLong() {
    when(initialPods.age()).thenReturn(LIMIT);
    assertFalse(guard.shouldSkip(hpa("1")));
    when(initialPods.age()).thenReturn(LIMIT.plusSeconds(1));
    assertTrue(guard.shouldSkip(hpa("1")));
    assertEquals(Map.of("pods", 1L), guard.skipped());
  }

  @Test
  void reconcilesWhileTheWatchesAreOpen() {
    assertFalse(guard.shouldSkip(hpa("1")));
    assertEquals(Map.of(), guard.skipped());
  }

  @Test
  void skipsWhileAWatchIsDownForLongerThanTheLimit() {
    when(pods.downFor()).thenReturn(LIMIT);
    assertFalse(guard.shouldSkip(hpa("1")));
    when(pods.downFor()).thenReturn(LIMIT.plusMillis(1));
    assertTrue(guard.shouldSkip(hpa("1")));
    when(pods.downFor()).thenReturn(Duration.ZERO);
    when(autoscalers.downFor()).thenReturn(LIMIT.plusMillis(1));
    assertTrue(guard.shouldSkip(hpa("1")));
    assertEquals(Map.of("pods", 1L, "autoscalers", 1L), guard.skipped());
  }

  @Test
  void skipsUntilTheWatchDeliversTheWrittenStatus() {
    wroteStatus("5");
    assertTrue(guard.shouldSkip(hpa("4")));
    assertFalse(guard.shouldSkip(hpa("5")));
    assertEquals(Map.of("status", 1L), guard.skipped());
  }

  /** Once it is the latency of one write. */
  @Test
  void aStatusThatIsMissingTwiceIsLogged() {
    List<String> lines = new ArrayList<>();
    Logger log = Logger.getLogger(StalenessGuard.class.getName());
    Handler handler = lines(lines);
    log.setLevel(Level.INFO);
    log.addHandler(handler);
    try {
      wroteStatus("5");
      guard.shouldSkip(hpa("4"));
      guard.shouldSkip(hpa("5"));
      assertEquals(List.of(), lines);
      wroteStatus("7");
      guard.shouldSkip(hpa("6"));
      guard.shouldSkip(hpa("6"));
      guard.shouldSkip(hpa("7"));
    } finally {
      log.removeHandler(handler);
      log.setLevel(null);
    }
    assertEquals(
        List.of(
            "autoscalers: skipping: stale cache, the watch has not delivered the last written"
                + " status; first of shop/web",
            "autoscalers: recovered after 0s"),
        lines);
  }

  private static Handler lines(List<String> lines) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        lines.add(new SimpleFormatter().formatMessage(line));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void reopensTheWatchThatMissesAStatusTwice() {
    wroteStatus("5");
    guard.shouldSkip(hpa("4"));
    verify(autoscalers, never()).reopen();
    guard.shouldSkip(hpa("4"));
    verify(autoscalers).reopen();
  }

  /** After a restore of etcd the revisions of the API server begin with earlier ones. */
  @Test
  void aStatusThatAListDoesNotDeliverIsNotAwaitedAnyMore() {
    when(autoscalers.isRelisted()).thenReturn(true);
    wroteStatus("5");
    assertTrue(guard.shouldSkip(hpa("4")), "late");
    assertTrue(guard.shouldSkip(hpa("4")), "reopened");
    verify(autoscalers).reopen();
    verify(autoscalers, never()).relist();
    when(autoscalers.isRelisted()).thenReturn(false);
    assertTrue(guard.shouldSkip(hpa("4")), "listed");
    assertTrue(guard.shouldSkip(hpa("4")), "the list has not ended");
    verify(autoscalers).relist();
    when(autoscalers.isRelisted()).thenReturn(true);
    assertFalse(guard.shouldSkip(hpa("4")));
    assertFalse(guard.shouldSkip(hpa("4")));
    wroteStatus("6");
    assertTrue(guard.shouldSkip(hpa("4")), "the next status is awaited again");
  }

  @Test
  void aLimitOfZeroNeverSkips() {
    StalenessGuard never =
        new StalenessGuard(Duration.ZERO, false, autoscalers, pods, initialPods, () -> NOW);
    when(pods.downFor()).thenReturn(Duration.ofHours(1));
    assertFalse(never.shouldSkip(hpa("1")));
  }

  @Test
  void withoutALimitItStillWaitsForTheWrittenStatusIfAsked() {
    StalenessGuard own =
        new StalenessGuard(Duration.ZERO, true, autoscalers, pods, initialPods, () -> NOW);
    when(pods.downFor()).thenReturn(Duration.ofHours(1));
    assertFalse(own.shouldSkip(hpa("4")));
    own.ended(wrote("5"));
    assertTrue(own.shouldSkip(hpa("4")));
    assertEquals(1, own.skippedForStatus());
    assertFalse(own.shouldSkip(hpa("5")));
    assertEquals(1, own.skippedForStatus());
  }

  @Test
  void aRecreatedAutoscalerHasAHigherRevisionAndIsNotSkipped() {
    wroteStatus("5");
    assertFalse(guard.shouldSkip(hpa("9")));
  }
}
