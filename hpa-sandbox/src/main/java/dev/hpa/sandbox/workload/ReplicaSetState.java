package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;

/**
 * The state of a ReplicaSet for decisions of the Deployment controller.
 *
 * @param hash its pod-template-hash
 * @param replicas its desired replicas
 * @param pods its current replicas
 */
record ReplicaSetState(
    ObjectKey key, String hash, int replicas, int pods, int ready, int available) {

  /** The label of the ReplicaSets and pods of a Deployment. */
  static final String HASH_LABEL = "pod-template-hash";

  static ReplicaSetState of(StoredObject stored) {
    JsonNode tree = stored.tree();
    JsonNode status = tree.path("status");
    return new ReplicaSetState(
        stored.key(),
        stored.labels().getOrDefault(HASH_LABEL, ""),
        tree.path("spec").path("replicas").asInt(),
        status.path("replicas").asInt(),
        status.path("readyReplicas").asInt(),
        status.path("availableReplicas").asInt());
  }

  ReplicaSetState withReplicas(int count) {
    return new ReplicaSetState(key, hash, count, pods, ready, available);
  }
}
