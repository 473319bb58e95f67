package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a Deployment and its ReplicaSets.
 *
 * @param current the ReplicaSet of the Deployment's template; null when it does not exist
 * @param old all others, oldest first
 */
record Rollout(
    StoredObject stored,
    ObjectNode tree,
    DeploymentSpec spec,
    @Nullable ReplicaSetState current,
    List<ReplicaSetState> old) {

  /** The ReplicaSets, the current one last. */
  List<ReplicaSetState> all() {
    List<ReplicaSetState> all = new ArrayList<>(old);
    if (current != null) {
      all.add(current);
    }
    return all;
  }

  /** The ReplicaSets with desired replicas. */
  List<ReplicaSetState> active() {
    return all().stream().filter(ReplicaSetState::isActive).toList();
  }

  /** Whether the Deployment's replicas have changed since the last scaling. */
  boolean hasOtherReplicas() {
    return active().stream().anyMatch(each -> each.desired() != spec.replicas());
  }

  /** Whether the current ReplicaSet has all the pods, and all are available. */
  boolean isSaturated() {
    return current != null
        && current.replicas() == spec.replicas()
        && current.available() == spec.replicas();
  }

  /** Whether the current ReplicaSet's pods are available and there are no others. */
  boolean isComplete() {
    return isSaturated()
        && current != null
        && current.settled()
        && current.pods() == spec.replicas()
        && old.stream().allMatch(each -> each.pods() == 0);
  }

  /** The next revision number. */
  long nextRevision() {
    return old.stream().mapToLong(ReplicaSetState::revision).max().orElse(0) + 1;
  }
}
