package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The option {@code drain} in the whole loop. */
class DrainLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String NODES = "/api/v1/nodes";
  private static final String BUDGETS = "/apis/policy/v1/poddisruptionbudgets";

  /** A Deployment with one pod that its budget protects, as {@code minAvailable: 1} does. */
  private static OptionsCluster cluster(String... options) throws Exception {
    OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);
    cluster.deployment("web", 1, 5);
    cluster.create(
        ResourceTypes.POD_DISRUPTION_BUDGETS,
        """
        kind: PodDisruptionBudget
        apiVersion: policy/v1
        metadata: {name: web}
        spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
        """);
    allow(cluster, 0);
    cluster.autoscaler("web", "web", options);
    cluster.runUntil(
        () -> cluster.condition("web", "ScalingActive").startsWith("True"), MINUTE.multipliedBy(3));
    return cluster;
  }

  /** Sets what the disruption controller computes. */
  private static void allow(OptionsCluster cluster, int disruptions) {
    cluster
        .sandbox
        .cluster()
        .updateStatus(
            ResourceTypes.POD_DISRUPTION_BUDGETS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              tree.withObject("/status").put("disruptionsAllowed", disruptions);
              return tree;
            },
            false);
  }

  private static void cordon(OptionsCluster cluster, String node, boolean isCordoned) {
    cluster
        .sandbox
        .cluster()
        .update(
            ResourceTypes.NODES,
            new ObjectKey("", node),
            "",
            tree -> {
              tree.withObject("/spec").put("unschedulable", isCordoned);
              return tree;
            },
            false);
  }

  private static JsonNode pod(OptionsCluster cluster) {
    return cluster.sandbox.cluster().objects(ResourceTypes.PODS).in("default").stream()
        .findFirst()
        .orElseThrow()
        .tree();
  }

  private static String drained(OptionsCluster cluster) {
    JsonNode pod = pod(cluster);
    cordon(cluster, pod.at("/spec/nodeName").asText(), true);
    return pod.at("/metadata/name").asText();
  }

  private static long requests(OptionsCluster cluster) {
    return cluster.requests(NODES) + cluster.requests(BUDGETS);
  }

  @Test
  void aBlockedDrainAddsOnePodUntilTheOldOneIsGone() throws Exception {
    try (OptionsCluster cluster = cluster("drain", "Surge")) {
      assertTrue(cluster.condition("web", "DrainSurge").startsWith("False NoDrain"));
      String old = drained(cluster);
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE);
      assertTrue(
          cluster
              .condition("web", "DrainSurge")
              .startsWith(
                  "True MinimumRaised: pods on cordoned nodes: "
                      + old
                      + "; disruption budget web allows no eviction; the minimum is 2"),
          cluster.condition("web", "DrainSurge"));
      allow(cluster, 1);
      cluster.run(MINUTE.multipliedBy(3));
      assertEquals(2, cluster.replicas("web"), "the drain may try again in this time");
      cluster.restart(ControllerOptions.DEFAULTS);
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(2, cluster.replicas("web"), "after a restart");
      cluster.delete(ResourceTypes.PODS, old);
      cluster.runUntil(() -> cluster.replicas("web") == 1, MINUTE.multipliedBy(3));
      assertTrue(cluster.condition("web", "DrainSurge").startsWith("False NoDrain"));
      assertEquals(1, cluster.events("DrainSurge").size());
    }
  }

  @Test
  void itEndsAfterTenMinutesUntilTheNextDrain() throws Exception {
    try (OptionsCluster cluster = cluster("drain", "Surge")) {
      String node = pod(cluster).at("/spec/nodeName").asText();
      drained(cluster);
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE);
      cluster.run(MINUTE.multipliedBy(9));
      assertEquals(2, cluster.replicas("web"));
      cluster.runUntil(() -> cluster.replicas("web") == 1, MINUTE.multipliedBy(2));
      cluster.run(MINUTE.multipliedBy(5));
      assertEquals(1, cluster.replicas("web"));
      cordon(cluster, node, false);
      cluster.runUntil(() -> cluster.condition("web", "DrainSurge").startsWith("False"), MINUTE);
      drained(cluster);
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE);
    }
  }

  @Test
  void withoutTheOptionNothingIsReadOrAdded() throws Exception {
    try (OptionsCluster cluster = cluster()) {
      drained(cluster);
      cluster.run(MINUTE.multipliedBy(3));
      assertEquals(1, cluster.replicas("web"));
      assertEquals(0, requests(cluster));
      assertEquals(List.of(), cluster.events("DrainSurge"));
      cluster.option("web", "drain", "Surge");
      cluster.runUntil(() -> cluster.replicas("web") == 2, MINUTE);
      assertTrue(requests(cluster) <= 4, "a list and a watch each");
    }
  }
}
