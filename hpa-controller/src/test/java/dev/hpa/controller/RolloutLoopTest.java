package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Rollouts under load: new pods use more CPU while they warm up. */
class RolloutLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String CPU =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}";

  private static OptionsCluster cluster() throws Exception {
    return new OptionsCluster(
        ControllerOptions.DEFAULTS,
        SimulatorOptions.DEFAULT.withWarmUp(Duration.ofMinutes(3), 0.5));
  }

  /** 20 pods of 200m with 100m each: 50 %, the target. */
  private static void start(OptionsCluster cluster, ResourceType type, String kind, String rollout)
      throws Exception {
    cluster.workload(type, kind, "web", "web", 20, 0);
    load(cluster, type, "2000m");
    cluster.run(MINUTE.multipliedBy(6));
    cluster.autoscaler(
        "web",
        kind + "/web",
        CPU,
        new String[] {"rollout", rollout, "cpu-initialization-period", "30s"});
    cluster.run(MINUTE);
    assertEquals(20, replicas(cluster, type));
  }

  private static void load(OptionsCluster cluster, ResourceType type, String cpu) {
    cluster.edit(
        type,
        "web",
        tree -> tree.withObject("/metadata/annotations").put("sandbox.hpa.dev/cpu", cpu));
  }

  private static int replicas(OptionsCluster cluster, ResourceType type) {
    return cluster.object(type, "web").at("/spec/replicas").asInt();
  }

  /**
   * A new template whose pods each have a value of the metric {@code hits}, whatever their number.
   */
  static void rollOut(OptionsCluster cluster, ResourceType type, String hits) {
    cluster.edit(
        type,
        "web",
        tree -> {
          ((ObjectNode) tree.at("/spec/template/spec/containers/0")).put("image", "web:" + hits);
          tree.withObject("/spec/template/metadata/annotations")
              .put("sandbox.hpa.dev/metric.hits", hits);
          if (type.equals(ResourceTypes.DEPLOYMENTS)) {
            tree.withObject("/spec/strategy/rollingUpdate")
                .put("maxSurge", "25%")
                .put("maxUnavailable", 0);
          }
        });
  }

  /** A cluster whose pods take 25 s until they are ready, so that a rollout takes 2 minutes. */
  static OptionsCluster slow() throws Exception {
    return new OptionsCluster(
        ControllerOptions.DEFAULTS,
        SimulatorOptions.DEFAULT
            .withWarmUp(Duration.ZERO, 0)
            .withPodTimes(
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                Duration.ofSeconds(20),
                Duration.ofSeconds(2)));
  }

  /** 20 busy pods, which their autoscaler leaves at 20 outside of rollouts. */
  static void startBusy(OptionsCluster cluster, String... options) throws Exception {
    cluster.workload(ResourceTypes.DEPLOYMENTS, "Deployment", "web", "web", 20, 0);
    rollOut(cluster, ResourceTypes.DEPLOYMENTS, "10");
    cluster.run(MINUTE.multipliedBy(3));
    cluster.autoscaler("web", "web", options);
    cluster.run(MINUTE);
    assertEquals(20, cluster.replicas("web"));
  }

  /** The largest replica count during a rollout to pods with 11.5 where the target is 10. */
  private static int peak(String... options) throws Exception {
    try (OptionsCluster cluster = slow()) {
      startBusy(cluster, options);
      rollOut(cluster, ResourceTypes.DEPLOYMENTS, "11500m");
      int peak = 20;
      for (int i = 0; i < 100; i++) {
        cluster.run(Duration.ofSeconds(1));
        peak = Math.max(peak, cluster.replicas("web"));
      }
      if (options.length > 0) {
        assertTrue(
            cluster.condition("web", "RolloutInProgress").startsWith("True Compensating"),
            cluster.status("web").toString());
        cluster.noOption("web", "rollout");
        cluster.run(Duration.ofSeconds(2));
      }
      assertEquals("", cluster.condition("web", "RolloutInProgress"));
      return peak;
    }
  }

  @Test
  void surgeDoesNotMultiplyTheCountOfACompensatedRollout() throws Exception {
    int upstream = peak();
    int compensated = peak("rollout", "Compensate");
    assertTrue(
        compensated < upstream,
        "kubernetes/kubernetes 72775: upstream " + upstream + ", compensated " + compensated);
  }

  @Test
  void aRolloutOfAStatefulSetDelaysScaleDownsOfACompensatedOne() throws Exception {
    for (boolean compensates : new boolean[] {false, true}) {
      try (OptionsCluster cluster = cluster()) {
        start(
            cluster,
            ResourceTypes.STATEFUL_SETS,
            "StatefulSet",
            compensates ? "Compensate" : "Ignore");
        rollOut(cluster, ResourceTypes.STATEFUL_SETS, "10");
        load(cluster, ResourceTypes.STATEFUL_SETS, "500m");
        cluster.run(MINUTE);
        int during = replicas(cluster, ResourceTypes.STATEFUL_SETS);
        assertEquals(compensates, during == 20, during + " replicas");
        assertEquals(
            compensates
                ? "True Compensating: the target rolls out: its current and its update revision"
                    + " differ; scale-ups are based on the requested replicas, and scale-downs that"
                    + " depend on its pods wait"
                : "",
            cluster.condition("web", "RolloutInProgress"));
      }
    }
  }
}
