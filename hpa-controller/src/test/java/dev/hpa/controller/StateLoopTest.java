package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Restarts of the whole controller against the sandbox, with state in ConfigMaps. */
class StateLoopTest {

  private static final ControllerOptions OPTIONS = ControllerOptions.DEFAULTS;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ObjectKey CONFIG_MAP = new ObjectKey("kube-system", "lease-state-0-of-1-0");

  /** An autoscaler with a window of 5 minutes whose load drops from 8 to 2 replicas. */
  private static Instant drop(OptionsCluster cluster) throws Exception {
    cluster.deployment("web", 2, 80);
    cluster.autoscaler("web", "web");
    cluster.edit(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        "web",
        tree -> tree.withObject("/spec/behavior/scaleDown").put("stabilizationWindowSeconds", 300));
    cluster.runUntil(() -> cluster.replicas("web") == 8, MINUTE.multipliedBy(4));
    cluster.run(MINUTE.multipliedBy(2));
    cluster.hits("web", 20);
    cluster.run(MINUTE);
    return cluster.timeline.now();
  }

  private static JsonNode configMap(OptionsCluster cluster) {
    return cluster.sandbox.cluster().get(ResourceTypes.CONFIG_MAPS, CONFIG_MAP).tree();
  }

  @Test
  void aRestartContinuesTheStabilizationWindow() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OPTIONS)) {
      cluster.saveState();
      cluster.restart(OPTIONS);
      Instant dropped = drop(cluster);
      for (int i = 0; i < 3; i++) {
        cluster.run(MINUTE);
        cluster.restart(OPTIONS);
      }
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE.multipliedBy(2));
      Duration held = Duration.between(dropped, cluster.timeline.now());
      assertTrue(held.compareTo(Duration.ofSeconds(270)) < 0, held::toString);
      assertEquals(1, cluster.sample("hpa_state_restored_autoscalers_total"));
      assertTrue(cluster.sample("hpa_state_size_bytes{shard=\"0\"}") > 0);
    }
  }

  @Test
  void aCrashContinuesTheStabilizationWindow() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OPTIONS)) {
      cluster.saveState();
      cluster.restart(OPTIONS);
      Instant dropped = drop(cluster);
      SteppedCluster.await(() -> configMap(cluster).path("data").has("writtenAt"));
      cluster.run(MINUTE);
      cluster.crash(OPTIONS);
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE.multipliedBy(5));
      Duration held = Duration.between(dropped, cluster.timeline.now());
      assertTrue(held.compareTo(Duration.ofSeconds(270)) < 0, held::toString);
    }
  }

  @Test
  void withoutStateARestartBeginsTheWindowAnew() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OPTIONS)) {
      Instant dropped = drop(cluster);
      cluster.run(MINUTE);
      cluster.restart(OPTIONS);
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE.multipliedBy(7));
      Duration held = Duration.between(dropped, cluster.timeline.now());
      assertFalse(held.compareTo(Duration.ofSeconds(330)) < 0, held::toString);
      assertEquals(0, cluster.requests("/api/v1/namespaces/kube-system/configmaps/lease-state"));
    }
  }

  @Test
  void decisionsContinueWhileConfigMapsAreRefused() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OPTIONS)) {
      cluster.sandbox.faults().add(Fault.parse("error:code=403,path=/api/v1/**/configmaps/**"));
      cluster.sandbox.faults().add(Fault.parse("error:code=403,path=/api/v1/**/configmaps"));
      cluster.saveState();
      cluster.restart(OPTIONS);
      drop(cluster);
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE.multipliedBy(5));
      SteppedCluster.await(
          () -> cluster.sample("hpa_state_saves_total{result=\"forbidden\",shard=\"0\"}") > 0);
      assertEquals(
          1, cluster.sample("hpa_state_ignored_checkpoints_total{reason=\"unavailable\"}"));
    }
  }
}
