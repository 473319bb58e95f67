package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.ResourceTypes;
import org.junit.jupiter.api.Test;

class ReplicaControllerTest {

  private final SimulatedCluster cluster = new SimulatedCluster();

  @Test
  void replicationControllersCreatePods() {
    cluster.create(
        ResourceTypes.REPLICATION_CONTROLLERS,
        """
        {'kind':'ReplicationController','apiVersion':'v1','metadata':{'name':'web'},
         'spec':{'replicas':2,'selector':{'app':'web'},
          'template':{'metadata':{'labels':{'app':'web'}},
           'spec':{'containers':[{'name':'web','image':'web:1'}]}}}}
        """);
    cluster.pass("9s");
    assertEquals(2, cluster.readyPods());
    JsonNode owner = cluster.pods().getFirst().path("metadata").path("ownerReferences").path(0);
    assertEquals("v1", owner.path("apiVersion").asText());
    assertEquals("ReplicationController", owner.path("kind").asText());
    JsonNode status = cluster.get(ResourceTypes.REPLICATION_CONTROLLERS, "web").path("status");
    assertEquals(2, status.path("readyReplicas").asInt());
    assertEquals(2, status.path("fullyLabeledReplicas").asInt());
  }

  @Test
  void createsManyPodsInBatches() {
    cluster.create(
        ResourceTypes.REPLICA_SETS, SimulatedCluster.workload("ReplicaSet", "web", 350, "", ""));
    cluster.settle();
    assertEquals(350, cluster.pods().size());
    cluster.scale(ResourceTypes.REPLICA_SETS, "web", 10);
    cluster.settle();
    assertEquals(10, cluster.pods().size());
  }
}
