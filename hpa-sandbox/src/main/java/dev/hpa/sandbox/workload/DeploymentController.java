package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.List;

/**
 * The Deployment controller: distributes the replicas of a Deployment to its ReplicaSets, one per
 * pod template. Each reconcile takes one step; the resulting changes trigger the next reconcile.
 * All updates are rolling; old ReplicaSets remain without pods.
 */
final class DeploymentController {

  private static final String COMPONENT = "deployment-controller";

  private final Cluster cluster;
  private final WorkQueue loop;
  private final OwnerIndex index;
  private final EventWriter events;
  private final WorkQueue.Worker worker = this::reconcile;

  DeploymentController(Cluster cluster, WorkQueue loop, OwnerIndex index, EventWriter events) {
    this.cluster = cluster;
    this.loop = loop;
    this.index = index;
    this.events = events;
  }

  /** Queues a Deployment for reconciliation. */
  void mark(ObjectKey key) {
    loop.mark(worker, key);
  }

  private void reconcile(ObjectKey key) {
    StoredObject stored = cluster.find(ResourceTypes.DEPLOYMENTS, key);
    if (stored == null) {
      return;
    }
    if (!stored.deleting()) {
      step(rollout(stored));
    }
    writeStatus(rollout(stored));
  }

  private Rollout rollout(StoredObject stored) {
    List<ReplicaSetState> replicaSets = new ArrayList<>();
    for (OwnerIndex.Ref ref : index.dependentsOf(stored.uid())) {
      StoredObject found =
          ref.type().equals(ResourceTypes.REPLICA_SETS)
              ? cluster.find(ResourceTypes.REPLICA_SETS, ref.key())
              : null;
      if (found != null && !found.deleting()) {
        replicaSets.add(ReplicaSetState.of(found));
      }
    }
    return Rollout.of(stored, replicaSets);
  }

  private void step(Rollout rollout) {
    ReplicaSetState current = rollout.current();
    int size = rollout.currentSize();
    if (current == null) {
      create(rollout, size);
    } else if (size != current.replicas()) {
      resize(rollout, current, size);
    } else {
      rollout.shrinking().forEach(each -> resize(rollout, each, each.replicas()));
    }
  }

  private void create(Rollout rollout, int size) {
    StoredObject created =
        cluster.create(
            ResourceTypes.REPLICA_SETS,
            rollout.stored().namespace(),
            ReplicaSetFactory.of(rollout, size),
            false);
    if (size > 0) {
      writeScalingEvent(rollout, created.name(), 0, size);
    }
  }

  private void resize(Rollout rollout, ReplicaSetState replicaSet, int size) {
    StoredObject stored = cluster.find(ResourceTypes.REPLICA_SETS, replicaSet.key());
    if (stored == null) {
      return;
    }
    int before = stored.tree().path("spec").path("replicas").asInt();
    cluster.update(
        ResourceTypes.REPLICA_SETS,
        replicaSet.key(),
        "",
        tree -> {
          tree.withObject("/spec").put("replicas", size);
          return tree;
        },
        false);
    writeScalingEvent(rollout, stored.name(), before, size);
  }

  private void writeScalingEvent(Rollout rollout, String replicaSet, int from, int to) {
    StoredObject deployment = rollout.stored();
    events.normal(
        COMPONENT,
        new EventWriter.Subject(ResourceTypes.DEPLOYMENTS, deployment.key(), deployment.uid()),
        "ScalingReplicaSet",
        "Scaled %s replica set %s from %d to %d"
            .formatted(to > from ? "up" : "down", replicaSet, from, to));
  }

  private void writeStatus(Rollout rollout) {
    JsonNode before = rollout.tree().path("status");
    StatusConditions.write(
        cluster,
        ResourceTypes.DEPLOYMENTS,
        rollout.stored().key(),
        before,
        rollout.status(before, cluster.now()));
  }
}
