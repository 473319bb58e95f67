package dev.hpa.sandbox.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.GoDuration;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionTest {

  private static final ObjectKey SHOP = new ObjectKey("", "shop");
  private static final String POD =
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'one'},"
          + "'spec':{'containers':[{'name':'a','image':'a'}]}}";

  private final SimulatedCluster cluster = new SimulatedCluster();

  @Test
  void dependentsAreDeletedWithTheirOwner() {
    cluster.deployment("web", 3);
    cluster.pass("10s");
    cluster.delete(ResourceTypes.DEPLOYMENTS, "web");
    cluster.settle();
    assertEquals(List.of(), cluster.all(ResourceTypes.REPLICA_SETS));
    assertEquals(List.of(), cluster.livingPods());
    cluster.pass("2s");
    assertEquals(List.of(), cluster.pods());
  }

  @Test
  void dependentsOfAMissingOwnerAreDeleted() {
    cluster.create(
        ResourceTypes.CONFIG_MAPS,
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'late','ownerReferences':"
            + "[{'apiVersion':'apps/v1','kind':'Deployment','name':'web','uid':'gone'}]}}");
    cluster.create(
        ResourceTypes.CONFIG_MAPS,
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'foreign','ownerReferences':"
            + "[{'apiVersion':'example.com/v1','kind':'Thing','name':'web','uid':'unknown'}]}}");
    cluster.settle();
    assertEquals(
        List.of("foreign"),
        cluster.all(ResourceTypes.CONFIG_MAPS).stream().map(SimulatedCluster::name).toList());
  }

  @Test
  void terminationIsLimitedByTheGracePeriod() {
    SimulatedCluster slow =
        new SimulatedCluster(
            SimulatorOptions.DEFAULT.withPodTimes(
                GoDuration.parse("1s"),
                GoDuration.parse("1s"),
                GoDuration.parse("1s"),
                GoDuration.parse("1h")));
    slow.create(ResourceTypes.PODS, POD);
    slow.pass("10s");
    slow.cluster.delete(
        ResourceTypes.PODS, SimulatedCluster.key("one"), new DeleteOptions(null, null, 5L, false));
    slow.pass("4999ms");
    assertEquals(1, slow.pods().size());
    slow.pass("1ms");
    assertEquals(0, slow.pods().size());
  }

  @Test
  void barePodsRunAndGracePeriodZeroDeletesAtOnce() {
    cluster.create(ResourceTypes.PODS, POD);
    cluster.pass("9s");
    assertEquals(1, cluster.readyPods());
    cluster.cluster.delete(
        ResourceTypes.PODS, SimulatedCluster.key("one"), new DeleteOptions(null, null, 0L, false));
    assertEquals(List.of(), cluster.pods());
  }

  @Test
  void finalizerKeepsATerminatedPod() {
    cluster.create(
        ResourceTypes.PODS, POD.replace("'name':'one'", "'name':'one','finalizers':['a/b']"));
    cluster.pass("10s");
    cluster.delete(ResourceTypes.PODS, "one");
    cluster.pass("1m");
    assertEquals(1, cluster.pods().size());
    cluster.edit(
        ResourceTypes.PODS, "one", pod -> pod.withObject("/metadata").remove("finalizers"));
    cluster.settle();
    assertEquals(List.of(), cluster.pods());
  }

  @Test
  void removesANamespaceOnceItIsEmpty() {
    cluster.deployment("web", 300);
    cluster.create(
        ResourceTypes.CONFIG_MAPS,
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'settings'}}");
    cluster.pass("10s");
    cluster.cluster.delete(ResourceTypes.NAMESPACES, SHOP, DeleteOptions.DEFAULT);
    StoredObject marked = cluster.cluster.get(ResourceTypes.NAMESPACES, SHOP);
    assertTrue(marked.deleting());
    assertEquals("Terminating", marked.tree().path("status").path("phase").asText());
    StatusException refused =
        assertThrows(StatusException.class, () -> cluster.deployment("other", 1));
    assertEquals(403, refused.code());

    cluster.pass("1s");
    assertNotNull(cluster.cluster.find(ResourceTypes.NAMESPACES, SHOP));
    assertEquals(List.of(), cluster.all(ResourceTypes.DEPLOYMENTS));
    cluster.pass("1s");
    assertNull(cluster.cluster.find(ResourceTypes.NAMESPACES, SHOP));
    ResourceTypes.all().stream()
        .filter(type -> type.namespaced())
        .forEach(type -> assertEquals(List.of(), cluster.all(type), type.id()));
  }

  @Test
  void eventsExpireAfterAnHour() {
    cluster.deployment("web", 1);
    cluster.pass("1h");
    assertFalse(cluster.all(ResourceTypes.EVENTS).isEmpty());
    cluster.pass("10s");
    assertEquals(List.of(), cluster.all(ResourceTypes.EVENTS));
  }
}
