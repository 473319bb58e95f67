package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.history.KeptTrace;
import dev.hpa.controller.history.LastScale;
import dev.hpa.controller.history.Overview;
import dev.hpa.controller.history.Sample;
import dev.hpa.controller.history.SyncFlag;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.explanation.TraceStep;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the history keeps of a running controller. */
class HistoryLoopTest {

  private static final NamespacedName WEB = new NamespacedName("default", "web");

  private static DecisionHistory history(OptionsCluster cluster, Duration kept) {
    DecisionHistory history = new DecisionHistory(kept);
    history.record(cluster.controller().loop());
    return history;
  }

  @Test
  void everySyncIsKeptWithItsNumbersAndItsExplanation() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      DecisionHistory history = history(cluster, Duration.ofHours(1));
      cluster.deployment("web", 2, 50);
      cluster.run(Duration.ofMinutes(1));
      cluster.autoscaler("web", "web");
      cluster.run(Duration.ofMinutes(2));
      AutoscalerHistory kept = history.of(WEB);
      assertNotNull(kept);
      assertEquals(cluster.syncs("web"), kept.samples().size());
      Sample scaled =
          kept.samples().stream().filter(each -> each.is(SyncFlag.SCALED)).findFirst().get();
      assertEquals(2, scaled.current());
      assertEquals(5, scaled.desired());
      assertEquals(25, scaled.metrics().getFirst().value());
      assertEquals(10, scaled.metrics().getFirst().target());
      assertEquals(9, scaled.metrics().getFirst().low(), 0.001);
      assertEquals(11, scaled.metrics().getFirst().high(), 0.001);
      assertEquals("hits per pod", kept.metrics().getFirst().name());
      assertEquals("SuccessfulRescale", kept.events().getFirst().event().reason());
      for (Sample each : kept.samples()) {
        KeptTrace trace = history.trace(WEB, each.at());
        assertNotNull(trace, each.at().toString());
        assertTrue(trace.headline().startsWith("default/web at "), trace.headline());
      }
      KeptTrace why = Objects.requireNonNull(history.trace(WEB, scaled.at()));
      assertEquals(
          List.of("Scale", "Metric 1", "Limits", "Result"),
          why.steps().stream().map(TraceStep::title).toList());
      assertTrue(why.headline().contains(": from 2 to 5 replicas ("), why.headline());
      assertTrue(why.headline().endsWith(": 5 replicas)"), why.headline());
      Overview overview = history.overview(WEB, 30);
      assertNotNull(overview);
      assertEquals(5, overview.last().current());
      LastScale lastScale = Objects.requireNonNull(overview.lastScale());
      assertEquals(5, lastScale.to());
      assertEquals("pods metric hits above target", lastScale.reason());
      assertEquals(5, overview.sparkline().getLast());
      assertEquals(-1, overview.sparkline().getFirst());
      assertFalse(overview.flapping());
    }
  }

  @Test
  void theTargetOfAMetricIsKnownAlthoughTheScaleIsNot() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      DecisionHistory history = history(cluster, Duration.ofHours(1));
      cluster.autoscaler("web", "missing");
      cluster.run(Duration.ofMinutes(1));
      Sample last = Objects.requireNonNull(history.of(WEB)).samples().getLast();
      assertTrue(last.is(SyncFlag.FAILED));
      assertEquals(10, last.metrics().getFirst().target());
      assertTrue(Float.isNaN(last.metrics().getFirst().value()));
    }
  }

  @Test
  void theOldestExplanationsAreDroppedBeforeSyncs() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      DecisionHistory history = new DecisionHistory(Duration.ofHours(1), 64 * 7_500);
      history.record(cluster.controller().loop());
      cluster.deployment("web", 5, 50);
      cluster.run(Duration.ofSeconds(5));
      cluster.autoscaler("web", "web");
      cluster.run(Duration.ofMinutes(20));
      List<Sample> samples = Objects.requireNonNull(history.of(WEB)).samples();
      assertEquals(cluster.syncs("web"), samples.size());
      assertNull(history.trace(WEB, samples.getFirst().at()));
      assertNotNull(history.trace(WEB, samples.getLast().at()));
      assertTrue(history.bytes() <= 7_500, () -> history.bytes() + " bytes");
    }
  }

  @Test
  void whatIsOlderAndWhatIsDeletedIsForgotten() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      DecisionHistory history = history(cluster, Duration.ofMinutes(3));
      cluster.deployment("web", 5, 50);
      cluster.run(Duration.ofSeconds(5));
      cluster.autoscaler("web", "web");
      cluster.run(Duration.ofMinutes(1));
      Sample first = Objects.requireNonNull(history.of(WEB)).samples().getFirst();
      assertNotNull(history.trace(WEB, first.at()));
      cluster.run(Duration.ofMinutes(9));
      List<Sample> samples = Objects.requireNonNull(history.of(WEB)).samples();
      assertEquals(13, samples.size());
      assertNull(history.trace(WEB, first.at()));
      assertTrue(history.bytes() > 0);
      cluster
          .sandbox
          .cluster()
          .delete(
              ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
              new ObjectKey("default", "web"),
              DeleteOptions.DEFAULT);
      cluster.run(Duration.ofMinutes(1));
      assertNull(history.of(WEB));
      assertEquals(0, history.bytes());
    }
  }

  /** The figure in docs/dashboard.md. */
  @Test
  void anHourOfAnAutoscalerTakesLessThan70Kilobytes() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      DecisionHistory history = history(cluster, Duration.ofHours(1));
      cluster.deployment("web", 2, 20);
      cluster.run(Duration.ofSeconds(5));
      cluster.autoscaler("web", "web");
      for (int i = 0; i < 240; i++) {
        cluster.hits("web", 20 + (i * 37) % 90);
        cluster.run(Duration.ofSeconds(15));
      }
      long bytes = history.bytes();
      assertTrue(Objects.requireNonNull(history.of(WEB)).samples().size() > 200);
      assertTrue(20_000 < bytes && bytes < 70_000, "bytes: " + bytes);
      assertTrue(Objects.requireNonNull(history.overview(WEB, 30)).flapping());
    }
  }

  @Test
  void conditionsOfAnAutoscalerAreFlags() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      DecisionHistory history = history(cluster, Duration.ofHours(1));
      cluster.deployment("web", 2, 50);
      cluster.run(Duration.ofSeconds(5));
      cluster.autoscaler("web", "web", "mode", "Paused");
      cluster.run(Duration.ofSeconds(20));
      assertTrue(Objects.requireNonNull(history.overview(WEB, 1)).last().is(SyncFlag.PAUSED));
      cluster.autoscaler("other", "web");
      cluster.run(Duration.ofSeconds(40));
      assertTrue(Objects.requireNonNull(history.overview(WEB, 1)).last().is(SyncFlag.AMBIGUOUS));
    }
  }

  @Test
  void inShadowModeDecisionsApplyOptionsOnlyToShowThem() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 2, 50);
      cluster.run(Duration.ofSeconds(5));
      cluster.autoscaler("web", "web", "schedule.always", "00:00-24:00 max=3");
      for (ControllerMode mode :
          List.of(ControllerMode.SHADOW, ControllerMode.SHADOW_WITH_OPTIONS)) {
        DecisionHistory history = new DecisionHistory(Duration.ofHours(1));
        cluster.record(history);
        cluster.crash(ControllerOptions.DEFAULTS.withMode(mode));
        cluster.run(Duration.ofMinutes(2));
        Sample last = Objects.requireNonNull(history.overview(WEB, 1)).last();
        boolean applied = mode == ControllerMode.SHADOW_WITH_OPTIONS;
        assertEquals(applied, last.is(SyncFlag.SCHEDULED));
        assertEquals(applied ? 3 : 5, last.desired());
        assertEquals(2, last.current());
      }
    }
  }
}
