package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import dev.hpa.sandbox.workload.WorkloadView;
import java.util.List;

/** The workloads with the CPU demand on them, of which no Kubernetes API has the unserved part. */
final class WorkloadList {

  private static final List<ResourceType> TYPES =
      List.of(
          ResourceTypes.DEPLOYMENTS,
          ResourceTypes.STATEFUL_SETS,
          ResourceTypes.REPLICA_SETS,
          ResourceTypes.REPLICATION_CONTROLLERS);

  private final Cluster cluster;
  private final WorkloadSimulator simulator;

  WorkloadList(Cluster cluster, WorkloadSimulator simulator) {
    this.cluster = cluster;
    this.simulator = simulator;
  }

  /** All workloads without an owner, in order of kind, namespace and name. */
  ObjectNode json() {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    ArrayNode items = list.putArray("items");
    for (ResourceType type : TYPES) {
      for (StoredObject stored : cluster.objects(type).in("")) {
        if (stored.owners().isEmpty()) {
          items.add(item(type, stored));
        }
      }
    }
    return list;
  }

  private ObjectNode item(ResourceType type, StoredObject stored) {
    WorkloadView view = simulator.view(type, stored.key());
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", type.kind())
        .put("namespace", stored.namespace())
        .put("name", stored.name())
        .put("replicas", stored.tree().path("spec").path("replicas").asInt(1))
        .put("ready", view.readyPods())
        .put("load", load(stored))
        .put("demandMilliCores", Math.round(view.askedMilliCores()))
        .put("usedMilliCores", Math.round(view.usedMilliCores()))
        .put("unservedMilliCores", Math.round(view.unservedMilliCores()))
        .put("unservedCoreSeconds", Math.round(view.unservedCoreSeconds()));
  }

  private static String load(StoredObject stored) {
    return stored.settings().getOrDefault("load", stored.settings().getOrDefault("cpu", ""));
  }
}
