package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;

/**
 * The numbers of a ReplicaSet a Deployment decides by.
 *
 * @param hash its pod-template-hash
 * @param replicas how many pods it should have
 * @param pods how many it has
 * @param revision as the Deployment counts them; 0 when it has none
 * @param desired the Deployment's replicas when they were last passed on; -1 when unknown
 * @param most replicas and surge when they were last passed on; -1 when unknown
 * @param settled whether its controller has seen its newest spec
 */
record ReplicaSetState(
    ObjectKey key,
    String hash,
    int replicas,
    int pods,
    int ready,
    int available,
    long revision,
    int desired,
    int most,
    boolean settled) {

  static ReplicaSetState of(StoredObject stored) {
    JsonNode tree = stored.tree();
    JsonNode metadata = tree.path("metadata");
    JsonNode annotations = metadata.path("annotations");
    JsonNode status = tree.path("status");
    return new ReplicaSetState(
        stored.key(),
        stored.labels().getOrDefault(Revisions.HASH_LABEL, ""),
        tree.path("spec").path("replicas").asInt(),
        status.path("replicas").asInt(),
        status.path("readyReplicas").asInt(),
        status.path("availableReplicas").asInt(),
        annotations.path(Revisions.REVISION).asLong(0),
        annotations.path(Revisions.DESIRED).asInt(-1),
        annotations.path(Revisions.MOST).asInt(-1),
        status.path("observedGeneration").asLong() >= metadata.path("generation").asLong());
  }

  ReplicaSetState withReplicas(int count) {
    return new ReplicaSetState(
        key, hash, count, pods, ready, available, revision, desired, most, settled);
  }

  String name() {
    return key.name();
  }

  boolean isActive() {
    return replicas > 0;
  }
}
