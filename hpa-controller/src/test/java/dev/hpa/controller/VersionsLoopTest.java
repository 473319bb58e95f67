package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.settings.Settings;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviors that differ between the emulated releases, in the whole loop. */
class VersionsLoopTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String SKIPS =
      "horizontal_pod_autoscaler_controller_stale_sync_skips_total{group=\"autoscaling\","
          + "resource=\"horizontalpodautoscalers\"}";
  private static final String QUEUE_LENGTH =
      "{type: External, external: {metric: {name: queue}, target: {type: AverageValue,"
          + " averageValue: 10}}}";
  private static final String QUEUE = "external/namespaces/default/queue";

  private static OptionsCluster cluster(KubernetesVersion version) throws Exception {
    return new OptionsCluster(ControllerOptions.defaults(version));
  }

  private static void bounds(OptionsCluster cluster, int min) {
    cluster.edit(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        "web",
        tree -> tree.withObject("/spec").put("minReplicas", min));
  }

  @Test
  void release136SyncsNewAndChangedAutoscalersAfterThePeriod() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_36)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(PERIOD.minus(SECOND));
      assertEquals(0, cluster.syncs("web"));
      cluster.run(SECOND);
      assertEquals(1, cluster.syncs("web"));
      bounds(cluster, 4);
      cluster.run(PERIOD.minus(SECOND));
      assertEquals(1, cluster.syncs("web"));
    }
  }

  @Test
  void release137SyncsNewAndChangedAutoscalersAtOnceAndOthersAfterThePeriod() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_37)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(SECOND);
      assertEquals(1, cluster.syncs("web"));
      bounds(cluster, 4);
      cluster.run(SECOND);
      assertEquals(2, cluster.syncs("web"));
      assertEquals(4, cluster.replicas("web"));
      long before = cluster.syncs("web");
      cluster.run(MINUTE);
      long inAMinute = cluster.syncs("web") - before;
      assertTrue(
          3 <= inAMinute && inAMinute <= 4, "own status writes cause no syncs: " + inAMinute);
      cluster.edit(
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          "web",
          tree -> tree.withObject("/metadata/labels").put("team", "shop"));
      before = cluster.syncs("web");
      cluster.run(SECOND);
      assertTrue(cluster.syncs("web") - before <= 1);
    }
  }

  @Test
  void release137SyncsAllAutoscalersAtOnceAfterAStart() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_37)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE);
      long before = cluster.syncs("web");
      cluster.restart(ControllerOptions.defaults(KubernetesVersion.V1_37));
      cluster.run(SECOND);
      assertEquals(before + 1, cluster.syncs("web"));
    }
  }

  @Test
  void release136HasNoGenerations() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_36)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE);
      JsonNode hpa = cluster.object(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "web");
      assertFalse(hpa.toString().contains("eneration"), hpa.toString());
    }
  }

  @Test
  void release137ObservesTheGeneration() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_37)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE);
      assertGeneration(cluster, 1);
      bounds(cluster, 2);
      cluster.run(MINUTE);
      assertGeneration(cluster, 2);
      long writes = writes(cluster);
      cluster.run(MINUTE);
      assertEquals(writes, writes(cluster), "a status without changes is not written");
    }
  }

  private static void assertGeneration(OptionsCluster cluster, int generation) {
    JsonNode hpa = cluster.object(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "web");
    assertEquals(generation, hpa.at("/metadata/generation").asInt());
    assertEquals(generation, hpa.at("/status/observedGeneration").asInt());
    for (JsonNode condition : hpa.at("/status/conditions")) {
      assertFalse(condition.has("observedGeneration"), condition.toString());
    }
  }

  @Test
  void withoutTheGateChangesWaitForThePeriodAndNoGenerationIsObserved() throws Exception {
    ControllerOptions all = ControllerOptions.defaults(KubernetesVersion.V1_37);
    Settings settings = all.settings();
    Settings off =
        new Settings(
            settings.version(),
            settings.tolerance(),
            settings.downscaleStabilization(),
            settings.cpuInitializationPeriod(),
            settings.initialReadinessDelay(),
            settings.scaleToZero(),
            settings.configurableTolerance(),
            settings.podLevelResources(),
            false,
            settings.differences());
    try (OptionsCluster cluster = new OptionsCluster(all.withSettings(off))) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(SECOND);
      assertEquals(1, cluster.syncs("web"), "a new HPA is synced at once");
      bounds(cluster, 4);
      cluster.run(SECOND);
      assertEquals(1, cluster.syncs("web"));
      cluster.run(MINUTE);
      assertEquals(4, cluster.replicas("web"));
      JsonNode hpa = cluster.object(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "web");
      assertTrue(hpa.at("/status/observedGeneration").isMissingNode(), hpa.toString());
    }
  }

  private static long writes(OptionsCluster cluster) {
    return cluster.results.stream().filter(each -> each.statusRevision() != null).count();
  }

  @Test
  void release137ScalesToZeroAndBackByDefault() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_37)) {
      cluster.deployment("web", 1, 0);
      cluster.metric(QUEUE, "0");
      cluster.autoscaler("web", "Deployment/web", QUEUE_LENGTH, new String[0]);
      bounds(cluster, 0);
      cluster.runUntil(() -> cluster.replicas("web") == 0, MINUTE);
      cluster.run(SECOND);
      assertEquals(
          "True ScaledToZero: the HPA controller scaled the workload to zero",
          cluster.condition("web", "ScaledToZero"));
      cluster.metric(QUEUE, "25");
      cluster.runUntil(() -> cluster.replicas("web") == 3, MINUTE);
      cluster.run(SECOND);
      assertEquals(
          "False NotScaledToZero: the HPA controller did not scale the workload to zero",
          cluster.condition("web", "ScaledToZero"));
    }
  }

  /** The server allows minReplicas 0, as after an upgrade of the API server alone. */
  @Test
  void release136LeavesAWorkloadAtZeroAndRemovesTheCondition() throws Exception {
    try (OptionsCluster cluster = cluster(KubernetesVersion.V1_37)) {
      cluster.deployment("web", 1, 0);
      cluster.metric(QUEUE, "0");
      cluster.autoscaler("web", "Deployment/web", QUEUE_LENGTH, new String[0]);
      bounds(cluster, 0);
      cluster.runUntil(() -> cluster.replicas("web") == 0, MINUTE);
      cluster.run(SECOND);
      cluster.restart(ControllerOptions.defaults(KubernetesVersion.V1_36));
      cluster.metric(QUEUE, "25");
      cluster.run(MINUTE);
      assertEquals(0, cluster.replicas("web"));
      assertEquals("", cluster.condition("web", "ScaledToZero"));
      assertEquals(
          "False ScalingDisabled: scaling is disabled since the replica count of the target is"
              + " zero",
          cluster.condition("web", "ScalingActive"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSyncIsSkippedUntilTheWatchHasDeliveredTheOwnStatus(KubernetesVersion version)
      throws Exception {
    ControllerOptions unlimited = ControllerOptions.defaults(version).withStaleLimit(Duration.ZERO);
    try (OptionsCluster cluster = new OptionsCluster(unlimited)) {
      cluster.deployment("web", 1, 10);
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE);
      cluster.sandbox.faults().add(Fault.parse("stall-watch:path=/apis/autoscaling/**"));
      cluster.controller().loop().watches().getFirst().reopen();
      cluster.hits("web", 40);
      long before = cluster.syncs("web");
      for (int i = 0; i < 40; i++) {
        cluster.timeline.advance(SECOND);
        SteppedCluster.awaitIdle(cluster.timeline, cluster.controller());
      }
      double sample = cluster.sample(SKIPS);
      double skipped = Double.isNaN(sample) ? 0 : sample;
      if (version.readsOwnWrites()) {
        assertEquals(1, cluster.syncs("web") - before);
        assertTrue(skipped >= 1, "skipped " + skipped);
      } else {
        assertTrue(cluster.syncs("web") - before >= 2);
        assertEquals(0, skipped);
      }
    }
  }
}
