package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The Deployment controller: distributes the replicas of a Deployment to its ReplicaSets, one per
 * pod template. Each reconcile takes one step; the resulting changes trigger the next reconcile.
 */
final class DeploymentController {

  private static final String COMPONENT = "deployment-controller";

  private final Cluster cluster;
  private final WorkQueue loop;
  private final OwnerIndex index;
  private final PodCache pods;
  private final EventWriter events;
  private final WorkQueue.Worker worker = this::reconcile;

  DeploymentController(
      Cluster cluster, WorkQueue loop, OwnerIndex index, PodCache pods, EventWriter events) {
    this.cluster = cluster;
    this.loop = loop;
    this.index = index;
    this.pods = pods;
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
    ObjectNode tree = stored.tree();
    Rollout rollout = rollout(stored, tree);
    if (!stored.deleting()) {
      step(rollout);
    }
    writeStatus(rollout);
  }

  private Rollout rollout(StoredObject stored, ObjectNode tree) {
    DeploymentSpec spec = DeploymentSpec.of(tree);
    ReplicaSetState current = null;
    List<ReplicaSetState> old = new ArrayList<>();
    for (OwnerIndex.Ref ref : index.dependentsOf(stored.uid())) {
      StoredObject found =
          ref.type().equals(ResourceTypes.REPLICA_SETS)
              ? cluster.find(ResourceTypes.REPLICA_SETS, ref.key())
              : null;
      if (found == null || found.deleting()) {
        continue;
      }
      ReplicaSetState state = ReplicaSetState.of(found);
      if (state.hash().equals(spec.hash())) {
        current = state;
      } else {
        old.add(state);
      }
    }
    old.sort(Comparator.comparingLong(ReplicaSetState::revision));
    return new Rollout(stored, tree, spec, current, old);
  }

  private void step(Rollout rollout) {
    if (rollout.hasOtherReplicas()) {
      distributeReplicas(rollout);
    } else if (!rollout.spec().paused()) {
      rollOut(rollout);
    }
  }

  private void distributeReplicas(Rollout rollout) {
    DeploymentSpec spec = rollout.spec();
    ReplicaSetState only = RollingUpdate.only(rollout.current(), rollout.old());
    if (only != null) {
      resize(rollout, only, spec.replicas());
    } else if (rollout.isSaturated()) {
      rollout.old().stream()
          .filter(ReplicaSetState::isActive)
          .forEach(each -> resize(rollout, each, 0));
      rollout.active().forEach(each -> resize(rollout, each, each.replicas()));
    } else {
      List<ReplicaSetState> sizes =
          spec.recreate()
              ? rollout.active()
              : RollingUpdate.scaleProportionally(spec, rollout.active());
      sizes.forEach(each -> resize(rollout, each, each.replicas()));
    }
  }

  private void rollOut(Rollout rollout) {
    if (rollout.spec().recreate() && stopOld(rollout)) {
      return;
    }
    ReplicaSetState current = rollout.current();
    if (current == null) {
      create(rollout);
      return;
    }
    keepRevision(rollout, current);
    int size = RollingUpdate.newReplicas(rollout.spec(), current.replicas(), rollout.all());
    if (size != current.replicas()) {
      resize(rollout, current, size);
      return;
    }
    List<ReplicaSetState> shrunk =
        RollingUpdate.scaleDownOld(rollout.spec(), current, rollout.old());
    shrunk.forEach(each -> resize(rollout, each, each.replicas()));
    if (shrunk.isEmpty() && rollout.isComplete()) {
      deleteOldRevisions(rollout);
    }
  }

  /** Whether old pods still exist, so that no new ones may be created. */
  private boolean stopOld(Rollout rollout) {
    boolean busy = false;
    for (ReplicaSetState each : rollout.old()) {
      if (each.isActive()) {
        resize(rollout, each, 0);
        busy = true;
      }
      StoredObject stored = cluster.find(ResourceTypes.REPLICA_SETS, each.key());
      busy |= stored != null && !pods.ownedBy(stored.uid()).isEmpty();
    }
    return busy;
  }

  private void create(Rollout rollout) {
    int size = RollingUpdate.newReplicas(rollout.spec(), 0, rollout.old());
    ObjectNode replicaSet = ReplicaSetFactory.of(rollout, size);
    StoredObject created =
        cluster.create(ResourceTypes.REPLICA_SETS, rollout.stored().namespace(), replicaSet, false);
    writeRevision(rollout, rollout.nextRevision());
    if (size > 0) {
      writeScalingEvent(rollout, created.name(), 0, size);
    }
  }

  /** A template that is used again makes its ReplicaSet the latest revision. */
  private void keepRevision(Rollout rollout, ReplicaSetState current) {
    long revision = Math.max(current.revision(), rollout.nextRevision());
    if (revision != current.revision()) {
      annotate(ResourceTypes.REPLICA_SETS, current.key(), revision);
    }
    writeRevision(rollout, revision);
  }

  private void writeRevision(Rollout rollout, long revision) {
    String written =
        rollout
            .tree()
            .path("metadata")
            .path("annotations")
            .path(DeploymentAnnotations.REVISION)
            .asText();
    if (!written.equals(Long.toString(revision))) {
      annotate(ResourceTypes.DEPLOYMENTS, rollout.stored().key(), revision);
    }
  }

  private void annotate(ResourceType type, ObjectKey key, long revision) {
    cluster.update(
        type,
        key,
        "",
        tree -> {
          tree.withObject("/metadata")
              .withObject("/annotations")
              .put(DeploymentAnnotations.REVISION, Long.toString(revision));
          return tree;
        },
        false);
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
          ReplicaSetFactory.putSizes(
              tree.withObject("/metadata").withObject("/annotations"), rollout.spec());
          return tree;
        },
        false);
    if (before != size) {
      writeScalingEvent(rollout, replicaSet.name(), before, size);
    }
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

  private void deleteOldRevisions(Rollout rollout) {
    List<ReplicaSetState> empty =
        rollout.old().stream()
            .filter(each -> !each.isActive() && each.pods() == 0 && each.settled())
            .toList();
    int tooMany = empty.size() - rollout.spec().revisionHistoryLimit();
    for (int i = 0; i < tooMany; i++) {
      cluster.delete(ResourceTypes.REPLICA_SETS, empty.get(i).key(), DeleteOptions.DEFAULT);
    }
  }

  /** The status is computed from the ReplicaSets after the step. */
  private void writeStatus(Rollout rollout) {
    StoredObject stored = cluster.find(ResourceTypes.DEPLOYMENTS, rollout.stored().key());
    if (stored == null || !stored.uid().equals(rollout.stored().uid())) {
      return;
    }
    Rollout now = rollout(stored, stored.tree());
    ObjectNode before = now.tree().withObject("/status");
    ObjectNode status =
        DeploymentStatus.of(now.spec(), now.current(), now.old(), before, cluster.now());
    if (!status.equals(before)) {
      cluster.updateStatus(
          ResourceTypes.DEPLOYMENTS,
          stored.key(),
          "",
          tree -> {
            tree.set("status", status);
            return tree;
          },
          false);
    }
  }
}
