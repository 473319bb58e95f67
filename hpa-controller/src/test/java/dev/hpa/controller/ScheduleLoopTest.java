package dev.hpa.controller;

import static dev.hpa.controller.OptionsCluster.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.explanation.TraceText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Autoscalers with schedules, which are synced at the moment that one begins or ends. */
class ScheduleLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** The writes of the scale of an autoscaler, as seconds since the start and replicas. */
  private static List<String> writes(OptionsCluster cluster, String name) {
    return cluster.results.stream()
        .filter(each -> name.equals(each.hpa().metadata().name()) && each.scaledTo() != null)
        .map(
            each ->
                Duration.between(START, each.observation().now()).toSeconds()
                    + " s: "
                    + each.scaledTo())
        .toList();
  }

  private static OptionsCluster cluster() throws Exception {
    OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);
    cluster.deployment("web", 5, 50);
    // Syncs are not at full minutes.
    cluster.run(Duration.ofSeconds(7));
    return cluster;
  }

  @Test
  void theBoundsChangeAtTheMomentThatAScheduleBeginsOrEnds() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web", "schedule.peak", "00:02-00:03 min=20");
      cluster.run(MINUTE);
      assertEquals(
          "False NoScheduleActive: no schedule is active; minReplicas 1 and maxReplicas 100 apply"
              + " until 2026-01-01T00:02:00Z",
          cluster.condition("web", "ScheduleActive"));
      long before = cluster.syncs("web");
      cluster.run(Duration.ofMinutes(3));
      assertEquals(List.of("120 s: 20", "180 s: 5"), writes(cluster, "web"));
      long syncs = cluster.syncs("web") - before;
      assertTrue(12 <= syncs && syncs <= 14, "syncs: " + syncs);
      assertEquals(5, cluster.replicas("web"));
    }
  }

  @Test
  void aLongSyncPeriodDoesNotDelayIt() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web", "sync-period", "1h");
      cluster.run(MINUTE);
      cluster.option("web", "schedule.peak", "00:02-00:03 min=20 max=30");
      cluster.run(Duration.ofMinutes(3));
      assertEquals(List.of("120 s: 20", "180 s: 5"), writes(cluster, "web"));
      cluster.option("web", "schedule.peak", "00:05-24:00 max=3");
      cluster.run(Duration.ofMinutes(2));
      assertEquals(List.of("120 s: 20", "180 s: 5", "300 s: 3"), writes(cluster, "web"));
    }
  }

  @Test
  void aRemovedScheduleEndsAtOnce() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web", "schedule.always", "00:00-24:00 min=20");
      cluster.run(MINUTE);
      assertEquals(20, cluster.replicas("web"));
      cluster.noOption("web", "schedule.always");
      cluster.run(Duration.ofSeconds(1));
      assertEquals(5, cluster.replicas("web"));
      assertEquals("", cluster.condition("web", "ScheduleActive"));
    }
  }

  @Test
  void theBudgetOfShortPeriodsDoesNotDelayIt() throws Exception {
    OptionSettings settings =
        new OptionSettings(
            Map.of(new OptionName(OptionKey.SCHEDULE, "peak"), "00:02-00:03 min=3"),
            Set.of(OptionKey.values()),
            false,
            1,
            1);
    try (OptionsCluster cluster = new OptionsCluster(settings)) {
      for (int i = 0; i < 8; i++) {
        cluster.deployment("web-" + i, 1, 1);
        cluster.autoscaler("web-" + i, "web-" + i, "sync-period", "5s");
      }
      cluster.run(Duration.ofSeconds(125));
      for (int i = 0; i < 8; i++) {
        assertEquals(List.of("120 s: 3"), writes(cluster, "web-" + i));
      }
    }
  }

  @Test
  void theExplanationShowsSchedulesAndWatermarks() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler(
          "web", "web", "schedule.peak", "00:00-00:10 min=200", "watermark.hits", "4-8");
      cluster.run(Duration.ofSeconds(14));
      String clamped = TraceText.of(cluster.last("web").trace());
      assertTrue(
          clamped.contains("minReplicas 100, maxReplicas 100.")
              && clamped.contains(
                  """
                  Active schedules: peak until 2026-01-01T00:10:00Z.
                                   The spec has minReplicas 1, maxReplicas 100.
                                   The minimum 200 is lowered to the maximum."""),
          clamped);
      cluster.option("web", "schedule.peak", "00:10-00:20 min=200");
      cluster.run(MINUTE);
      String idle = TraceText.of(cluster.last("web").trace());
      assertTrue(idle.contains("No schedule is active until 2026-01-01T00:10:00Z."), idle);
      assertTrue(idle.contains("Watermarks replace the target: low 4, high 8."), idle);
      // 50 ÷ 13 is below 4, and 12 replicas would be above it: counts are rounded up.
      assertTrue(idle.contains("Usage ÷ low watermark is 0.962, below it."), idle);
      cluster.hits("web", 65);
      cluster.run(MINUTE);
      String between = TraceText.of(cluster.last("web").trace());
      assertTrue(between.contains("Usage is between the watermarks."), between);
      cluster.hits("web", 1000);
      cluster.runUntil(() -> cluster.sent("SuccessfulRescale") > 2, MINUTE);
      String busy = TraceText.of(cluster.last("web").trace());
      assertTrue(busy.contains("Usage ÷ high watermark is "), busy);
    }
  }

  @Test
  void theBoundsInEffectAreMetrics() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      cluster.autoscaler("web", "web", "schedule.peak", "00:00-00:02 min=7 max=9");
      String labels = "{hpa_name=\"web\",namespace=\"default\"}";
      cluster.run(MINUTE);
      assertEquals(7, cluster.sample("hpa_schedule_min_replicas" + labels));
      assertEquals(9, cluster.sample("hpa_schedule_max_replicas" + labels));
      cluster.run(MINUTE);
      assertEquals(1, cluster.sample("hpa_schedule_min_replicas" + labels));
      cluster.noOption("web", "schedule.peak");
      cluster.run(MINUTE);
      assertEquals(Double.NaN, cluster.sample("hpa_schedule_max_replicas" + labels));
    }
  }
}
