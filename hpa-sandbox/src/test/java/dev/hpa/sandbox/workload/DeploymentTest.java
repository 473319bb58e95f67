package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeploymentTest {

  private final SimulatedCluster cluster = new SimulatedCluster();

  private JsonNode status() {
    return cluster.get(ResourceTypes.DEPLOYMENTS, "web").path("status");
  }

  @Test
  void createsAReplicaSetAndPods() {
    StoredObject deployment = cluster.deployment("web", 3);
    cluster.settle();

    JsonNode replicaSet = cluster.all(ResourceTypes.REPLICA_SETS).getFirst();
    String hash = replicaSet.path("metadata").path("labels").path("pod-template-hash").asText();
    assertTrue(hash.matches("[bcdfghjklmnpqrstvwxz2456789]{9,10}"), hash);
    assertEquals("web-" + hash, SimulatedCluster.name(replicaSet));
    assertEquals(
        hash,
        replicaSet
            .path("spec")
            .path("selector")
            .path("matchLabels")
            .path("pod-template-hash")
            .asText());
    JsonNode owner = replicaSet.path("metadata").path("ownerReferences").path(0);
    assertEquals(deployment.uid(), owner.path("uid").asText());
    assertTrue(owner.path("controller").asBoolean());
    assertTrue(owner.path("blockOwnerDeletion").asBoolean());

    List<JsonNode> pods = cluster.pods();
    assertEquals(3, pods.size());
    for (JsonNode pod : pods) {
      assertTrue(
          SimulatedCluster.name(pod).matches("web-" + hash + "-[a-z0-9]{5}"),
          SimulatedCluster.name(pod));
      assertEquals(hash, pod.path("metadata").path("labels").path("pod-template-hash").asText());
      assertEquals("Pending", pod.path("status").path("phase").asText());
    }
    assertEquals(
        List.of("Scaled up replica set web-" + hash + " from 0 to 3"),
        cluster.events("ScalingReplicaSet"));
    assertEquals(3, cluster.events("SuccessfulCreate").size());
  }

  @Test
  void podsBecomeReady() {
    cluster.deployment("web", 1);
    cluster.pass("999ms");
    assertFalse(pod().path("spec").has("nodeName"));

    cluster.pass("1ms");
    assertEquals("sandbox-node-1", pod().path("spec").path("nodeName").asText());
    assertTrue(StatusConditions.isTrue(pod().path("status"), "PodScheduled"));
    assertEquals("Pending", pod().path("status").path("phase").asText());

    cluster.pass("3s");
    JsonNode running = pod().path("status");
    assertEquals("Running", running.path("phase").asText());
    assertEquals("2026-01-01T00:00:04Z", running.path("startTime").asText());
    assertEquals("False", StatusConditions.find(running, "Ready").path("status").asText());
    assertTrue(running.path("containerStatuses").path(0).path("started").asBoolean());
    assertFalse(running.path("containerStatuses").path(0).path("ready").asBoolean());
    assertTrue(running.path("podIP").asText().startsWith("10."));

    cluster.pass("4999ms");
    assertEquals(0, cluster.readyPods());
    cluster.pass("1ms");
    assertEquals(1, cluster.readyPods());
    assertEquals(
        "2026-01-01T00:00:09Z",
        StatusConditions.find(pod().path("status"), "Ready").path("lastTransitionTime").asText());
    assertEquals(1, cluster.events("Scheduled").size());
    assertEquals(List.of("Started container web"), cluster.events("Started"));
  }

  private JsonNode pod() {
    return cluster.pods().getFirst();
  }

  @Test
  void updatesTheStatus() {
    cluster.deployment("web", 2);
    cluster.settle();
    assertEquals(2, status().path("unavailableReplicas").asInt());
    assertEquals("False", StatusConditions.find(status(), "Available").path("status").asText());

    cluster.pass("9s");
    assertEquals(1, status().path("observedGeneration").asInt());
    assertEquals(2, status().path("replicas").asInt());
    assertEquals(2, status().path("updatedReplicas").asInt());
    assertEquals(2, status().path("readyReplicas").asInt());
    assertEquals(2, status().path("availableReplicas").asInt());
    assertFalse(status().has("unavailableReplicas"));
    assertTrue(StatusConditions.isTrue(status(), "Available"));
  }

  @Test
  void writesNothingInASteadyState() {
    cluster.deployment("web", 2);
    cluster.pass("1m");
    long before = cluster.cluster.store().revision();
    cluster.pass("10m");
    assertEquals(before, cluster.cluster.store().revision());
  }

  @Test
  void scalesUpAndDown() {
    cluster.deployment("web", 1);
    cluster.pass("10s");
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 4);
    cluster.pass("9s");
    assertEquals(4, cluster.readyPods());
    assertEquals(4, status().path("availableReplicas").asInt());

    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 2);
    cluster.settle();
    assertEquals(2, cluster.livingPods().size());
    assertEquals(4, cluster.pods().size());
    assertEquals(2, status().path("replicas").asInt());
    cluster.pass("2s");
    assertEquals(2, cluster.pods().size());
    assertTrue(
        cluster.events("ScalingReplicaSet").stream().anyMatch(e -> e.endsWith(" from 4 to 2")));
    assertEquals(2, cluster.events("SuccessfulDelete").size());
  }

  @Test
  void deletesUnreadyPodsFirst() {
    cluster.deployment("web", 2);
    cluster.pass("10s");
    List<String> ready = cluster.pods().stream().map(SimulatedCluster::name).toList();
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 4);
    cluster.pass("5s");
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 2);
    cluster.pass("5s");
    assertEquals(ready, cluster.pods().stream().map(SimulatedCluster::name).toList());
  }

  @Test
  void deletesReadyPodsByDeletionCost() {
    cluster.deployment("web", 3);
    cluster.pass("10s");
    String cheap = SimulatedCluster.name(cluster.pods().getFirst());
    cluster.edit(
        ResourceTypes.PODS,
        cheap,
        pod ->
            pod.withObject("/metadata")
                .withObject("/annotations")
                .put("controller.kubernetes.io/pod-deletion-cost", "-1"));
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 2);
    cluster.pass("5s");
    assertTrue(cluster.pods().stream().noneMatch(p -> SimulatedCluster.name(p).equals(cheap)));
  }

  @Test
  void replacesADeletedPod() {
    cluster.deployment("web", 2);
    cluster.pass("10s");
    cluster.delete(ResourceTypes.PODS, SimulatedCluster.name(cluster.pods().getFirst()));
    cluster.settle();
    assertEquals(2, cluster.livingPods().size());
    assertEquals(1, cluster.readyPods());
    cluster.pass("9s");
    assertEquals(2, cluster.readyPods());
  }

  private void setImage(String image) {
    cluster.edit(
        ResourceTypes.DEPLOYMENTS,
        "web",
        tree ->
            ((ObjectNode)
                    tree.path("spec").path("template").path("spec").path("containers").path(0))
                .put("image", image));
  }

  private long podsOf(String image) {
    return cluster.livingPods().stream()
        .filter(p -> p.path("spec").path("containers").path(0).path("image").asText().equals(image))
        .count();
  }

  @Test
  void rollingUpdateRespectsSurgeAndUnavailable() {
    cluster.deployment("web", 10);
    cluster.pass("10s");
    setImage("web:2");
    for (int tick = 0; tick < 600; tick++) {
      cluster.pass("100ms");
      assertTrue(cluster.readyPods() >= 8, "ready " + cluster.readyPods() + " at tick " + tick);
      assertTrue(cluster.livingPods().size() <= 13, "pods " + cluster.livingPods().size());
    }
    assertEquals(10, podsOf("web:2"));
    assertEquals(0, podsOf("web:1"));
    assertEquals(2, cluster.all(ResourceTypes.REPLICA_SETS).size());
    assertEquals(10, status().path("updatedReplicas").asInt());
  }

  @Test
  void changesOfTheReplicasApplyDuringAnUpdate() {
    cluster.deployment("web", 10);
    cluster.pass("10s");
    setImage("web:2");
    cluster.pass("5s");
    cluster.scale(ResourceTypes.DEPLOYMENTS, "web", 20);
    cluster.settle();
    assertTrue(cluster.livingPods().size() <= 25, "pods " + cluster.livingPods().size());
    cluster.pass("5m");
    assertEquals(20, podsOf("web:2"));
    assertEquals(20, cluster.readyPods());
  }

  @Test
  void rollbackReusesTheReplicaSet() {
    cluster.deployment("web", 2);
    cluster.pass("10s");
    setImage("web:2");
    cluster.pass("2m");
    setImage("web:1");
    cluster.pass("2m");
    assertEquals(2, podsOf("web:1"));
    assertEquals(2, cluster.all(ResourceTypes.REPLICA_SETS).size());
  }
}
