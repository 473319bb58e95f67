package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;

/**
 * The controller of ReplicaSets and ReplicationControllers: creates and deletes pods to match the
 * replicas. It never adopts pods. Terminating pods do not count.
 */
final class ReplicaController {

  /**
   * The maximum number of pods to create or delete per reconcile, so that a large workload does not
   * block others.
   */
  private static final int BURST = 100;

  private static final Duration RETRY = Duration.ofSeconds(10);

  private final Cluster cluster;
  private final WorkQueue loop;
  private final PodCache pods;
  private final EventWriter events;
  private final PodNameGenerator names;
  private final ResourceType type;
  private final String component;
  private final WorkQueue.Worker worker = this::reconcile;

  ReplicaController(
      Cluster cluster,
      WorkQueue loop,
      PodCache pods,
      EventWriter events,
      PodNameGenerator names,
      ResourceType type) {
    this.cluster = cluster;
    this.loop = loop;
    this.pods = pods;
    this.events = events;
    this.names = names;
    this.type = type;
    this.component =
        type.equals(ResourceTypes.REPLICA_SETS)
            ? "replicaset-controller"
            : "replication-controller";
  }

  /** Queues an object for reconciliation. */
  void mark(ObjectKey key) {
    loop.mark(worker, key);
  }

  private void reconcile(ObjectKey key) {
    StoredObject stored = cluster.find(type, key);
    if (stored == null) {
      return;
    }
    ObjectNode tree = stored.tree();
    OwnedPods owned = pods.ownedBy(stored.uid());
    if (!stored.deleting()) {
      match(stored, tree, owned);
    }
    writeStatus(stored, tree, pods.ownedBy(stored.uid()));
  }

  private void match(StoredObject owner, ObjectNode tree, OwnedPods owned) {
    int missing = tree.path("spec").path("replicas").asInt() - owned.active();
    if (missing > 0) {
      create(owner, tree, Math.min(missing, BURST));
    } else if (missing < 0) {
      delete(owner, owned, Math.min(-missing, BURST));
    }
    if (Math.abs(missing) > BURST) {
      mark(owner.key());
    }
  }

  private void create(StoredObject owner, ObjectNode tree, int count) {
    JsonNode template = tree.path("spec").path("template");
    try {
      for (int i = 0; i < count; i++) {
        String name = create(owner, template);
        events.normal(component, subject(owner), "SuccessfulCreate", "Created pod: " + name);
      }
    } catch (StatusException refused) {
      events.warning(
          component, subject(owner), "FailedCreate", "Error creating: " + refused.getMessage());
      loop.markLater(RETRY, worker, owner.key());
    }
  }

  private String create(StoredObject owner, JsonNode template) {
    String prefix = owner.name() + "-";
    String name = names.next(owner.namespace(), prefix);
    pods.create(owner.namespace(), OwnerReferences.pod(type, owner, name, template));
    return name;
  }

  private void delete(StoredObject owner, OwnedPods owned, int count) {
    for (PodState pod : DeletionOrder.first(count, owned.all())) {
      pods.delete(pod);
      events.normal(
          component, subject(owner), "SuccessfulDelete", "Deleted pod: " + pod.key().name());
    }
  }

  private void writeStatus(StoredObject stored, ObjectNode tree, OwnedPods owned) {
    JsonNode before = tree.path("status");
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("replicas", owned.active());
    putUnlessZero(status, "fullyLabeledReplicas", owned.active());
    putUnlessZero(status, "readyReplicas", owned.ready());
    putUnlessZero(status, "availableReplicas", owned.ready());
    status.put("observedGeneration", tree.path("metadata").path("generation").asInt());
    if (before.has("conditions")) {
      status.set("conditions", before.path("conditions"));
    }
    StatusConditions.write(cluster, type, stored.key(), before, status);
  }

  private static void putUnlessZero(ObjectNode status, String field, int value) {
    if (value != 0) {
      status.put(field, value);
    }
  }

  private EventWriter.Subject subject(StoredObject owner) {
    return new EventWriter.Subject(type, owner.key(), owner.uid());
  }
}
