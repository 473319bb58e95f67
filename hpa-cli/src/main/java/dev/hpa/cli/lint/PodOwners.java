package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which objects control the pods of a live list, as far as the list shows. */
record PodOwners(Map<ObjectKey, Manifest> workloads) {

  private static final String REPLICA_SET = "ReplicaSet";

  /** Whether an object controls another one, directly or through a ReplicaSet. */
  boolean controls(ObjectKey owner, @Nullable Workload owned) {
    ObjectKey direct = owned == null ? null : owned.owner();
    return direct != null && (direct.equals(owner) || isBetween(owner, direct));
  }

  private boolean isBetween(ObjectKey owner, ObjectKey replicaSet) {
    Manifest listed = workloads.get(replicaSet);
    if (listed == null) {
      return isReplicaSetOf(owner, replicaSet);
    }
    return replicaSet.kind().equals(REPLICA_SET)
        && listed.workload() != null
        && owner.equals(listed.workload().owner());
  }

  /** A Deployment names its ReplicaSets after itself and a hash without a hyphen. */
  private static boolean isReplicaSetOf(ObjectKey owner, ObjectKey direct) {
    int hyphen = direct.name().lastIndexOf('-');
    return direct.kind().equals(REPLICA_SET)
        && hyphen > 0
        && direct.name().substring(0, hyphen).equals(owner.name());
  }
}
