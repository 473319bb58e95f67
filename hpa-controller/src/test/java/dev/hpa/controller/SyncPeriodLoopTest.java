package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.options.OptionKey;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Autoscalers with an own sync period. */
class SyncPeriodLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static long syncs(OptionsCluster cluster, String name, Duration in) throws Exception {
    long before = cluster.syncs(name);
    cluster.run(in);
    return cluster.syncs(name) - before;
  }

  private static void assertBetween(long least, long most, long value) {
    assertTrue(least <= value && value <= most, value + " is not in " + least + ".." + most);
  }

  @Test
  void shortAndLongPeriods() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      for (String name : new String[] {"fast", "slow", "other"}) {
        cluster.deployment(name, 1, 10);
      }
      cluster.autoscaler("fast", "fast", "sync-period", "1s");
      cluster.autoscaler("slow", "slow", "sync-period", "60s");
      cluster.autoscaler("other", "other");
      cluster.run(MINUTE);
      long slow = cluster.syncs("slow");
      long other = cluster.syncs("other");
      assertBetween(55, 61, syncs(cluster, "fast", MINUTE));
      assertBetween(1, 1, cluster.syncs("slow") - slow);
      assertBetween(3, 4, cluster.syncs("other") - other);
    }
  }

  @Test
  void aChangedSpecIsSyncedAtOnce() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web", "sync-period", "1h");
      cluster.run(MINUTE);
      long before = cluster.syncs("web");
      cluster.edit(
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          "web",
          tree -> tree.withObject("/spec").put("minReplicas", 4));
      cluster.run(Duration.ofSeconds(1));
      assertEquals(before + 1, cluster.syncs("web"));
      assertEquals(4, cluster.replicas("web"));
    }
  }

  @Test
  void aLongPeriodDoesNotDelayTheFirstSyncAfterAStart() throws Exception {
    ControllerOptions options =
        ControllerOptions.DEFAULTS.withAutoscalerOptions(OptionSettings.DEFAULTS);
    try (OptionsCluster cluster = new OptionsCluster(options)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web", "sync-period", "1h");
      cluster.run(MINUTE);
      cluster.restart(options);
      assertBetween(1, 1, syncs(cluster, "web", MINUTE));
      assertBetween(0, 0, syncs(cluster, "web", MINUTE));
    }
  }

  @Test
  void aShorterPeriodAppliesWithoutWaitingForTheLongerOne() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web", "sync-period", "1h");
      cluster.run(MINUTE);
      cluster.option("web", "sync-period", "2s");
      cluster.run(Duration.ofSeconds(2));
      assertBetween(28, 31, syncs(cluster, "web", MINUTE));
      cluster.option("web", "sync-period", "1h");
      cluster.run(Duration.ofSeconds(3));
      assertBetween(0, 0, syncs(cluster, "web", MINUTE));
      cluster.noOption("web", "sync-period");
      cluster.run(Duration.ofSeconds(2));
      assertBetween(3, 4, syncs(cluster, "web", MINUTE));
    }
  }

  @Test
  void aDeletedAutoscalerIsForgottenAtOnceAndMayReturnWithoutTheOption() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web", "sync-period", "1h");
      cluster.run(MINUTE);
      cluster
          .sandbox
          .cluster()
          .delete(
              ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
              new ObjectKey("default", "web"),
              DeleteOptions.DEFAULT);
      cluster.run(MINUTE);
      cluster.autoscaler("web", "web");
      assertBetween(4, 5, syncs(cluster, "web", MINUTE));
    }
  }

  @Test
  void theBudgetLimitsFastAutoscalersAndKeepsOthersOnTime() throws Exception {
    try (OptionsCluster cluster =
        new OptionsCluster(new OptionSettings(Map.of(), Set.of(OptionKey.values()), false, 1, 2))) {
      cluster.deployment("web", 1, 10);
      for (int i = 0; i < 10; i++) {
        cluster.autoscaler("fast-" + i, "ghost-" + i, "sync-period", "1s");
      }
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE);
      long before = cluster.results.size();
      long other = cluster.syncs("web");
      long first = cluster.syncs("fast-0");
      cluster.run(MINUTE);
      assertBetween(3, 4, cluster.syncs("web") - other);
      assertBetween(110, 124, cluster.results.size() - before - (cluster.syncs("web") - other));
      assertBetween(10, 14, cluster.syncs("fast-0") - first);
    }
  }
}
