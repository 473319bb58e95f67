package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatefulSetTest {

  private final SimulatedCluster cluster = new SimulatedCluster();

  private List<String> names() {
    return cluster.livingPods().stream().map(SimulatedCluster::name).toList();
  }

  private static String set(int replicas) {
    return SimulatedCluster.workload("StatefulSet", "db", replicas, "", "");
  }

  @Test
  void createsPodsInOrder() {
    cluster.create(ResourceTypes.STATEFUL_SETS, set(3));
    cluster.pass("8999ms");
    assertEquals(List.of("db-0"), names());
    cluster.pass("1ms");
    assertEquals(List.of("db-0", "db-1"), names());
    cluster.pass("9s");
    assertEquals(List.of("db-0", "db-1", "db-2"), names());
    cluster.pass("9s");
    JsonNode status = cluster.get(ResourceTypes.STATEFUL_SETS, "db").path("status");
    assertEquals(3, status.path("replicas").asInt());
    assertEquals(3, status.path("readyReplicas").asInt());
    assertEquals(3, status.path("availableReplicas").asInt());
    assertEquals(3, status.path("updatedReplicas").asInt());
    assertEquals(
        "create Pod db-0 in StatefulSet db successful",
        cluster.events("SuccessfulCreate").getFirst());
  }

  @Test
  void deletesPodsInReverseOrder() {
    cluster.create(ResourceTypes.STATEFUL_SETS, set(3));
    cluster.pass("30s");
    cluster.scale(ResourceTypes.STATEFUL_SETS, "db", 1);
    cluster.settle();
    assertEquals(List.of("db-0", "db-1"), names());
    cluster.pass("1999ms");
    assertEquals(List.of("db-0", "db-1"), names());
    cluster.pass("1ms");
    assertEquals(List.of("db-0"), names());
    cluster.pass("2s");
    assertEquals(1, cluster.pods().size());
  }

  @Test
  void recreatesADeletedPodWithItsName() {
    cluster.create(ResourceTypes.STATEFUL_SETS, set(2));
    cluster.pass("20s");
    String uid = cluster.get(ResourceTypes.PODS, "db-0").path("metadata").path("uid").asText();
    cluster.delete(ResourceTypes.PODS, "db-0");
    cluster.pass("11s");
    assertEquals(2, cluster.readyPods());
    String next = cluster.get(ResourceTypes.PODS, "db-0").path("metadata").path("uid").asText();
    assertNotEquals(uid, next);
  }

  @Test
  void replacesOutdatedPodsFromTheHighestOrdinal() {
    cluster.create(ResourceTypes.STATEFUL_SETS, set(2));
    cluster.pass("20s");
    cluster.edit(
        ResourceTypes.STATEFUL_SETS,
        "db",
        tree ->
            ((ObjectNode)
                    tree.path("spec").path("template").path("spec").path("containers").path(0))
                .put("image", "db:2"));
    cluster.settle();
    assertEquals(List.of("db-0"), names());
    cluster.pass("11s");
    assertEquals("db:2", image("db-1"));
    assertEquals(List.of("db-1"), names());
    cluster.pass("11s");
    assertEquals("db:2", image("db-0"));
    assertEquals(2, cluster.readyPods());
    JsonNode status = cluster.get(ResourceTypes.STATEFUL_SETS, "db").path("status");
    assertEquals(status.path("updateRevision"), status.path("currentRevision"));
  }

  private String image(String pod) {
    return cluster
        .get(ResourceTypes.PODS, pod)
        .path("spec")
        .path("containers")
        .path(0)
        .path("image")
        .asText();
  }
}
