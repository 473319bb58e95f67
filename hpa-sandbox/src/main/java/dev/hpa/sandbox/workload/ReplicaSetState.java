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
 * @param revision the revision in the Deployment; 0 for none
 * @param desired the Deployment's replicas at the last scaling; -1 when unknown
 * @param maxPods the Deployment's replicas and surge at the last scaling; -1 when unknown
 * @param settled whether its controller has observed the latest generation
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
    int maxPods,
    boolean settled) {

  static ReplicaSetState of(StoredObject stored) {
    JsonNode tree = stored.tree();
    JsonNode metadata = tree.path("metadata");
    JsonNode annotations = metadata.path("annotations");
    JsonNode status = tree.path("status");
    return new ReplicaSetState(
        stored.key(),
        stored.labels().getOrDefault(DeploymentAnnotations.HASH_LABEL, ""),
        tree.path("spec").path("replicas").asInt(),
        status.path("replicas").asInt(),
        status.path("readyReplicas").asInt(),
        status.path("availableReplicas").asInt(),
        annotations.path(DeploymentAnnotations.REVISION).asLong(0),
        annotations.path(DeploymentAnnotations.DESIRED).asInt(-1),
        annotations.path(DeploymentAnnotations.MAX_REPLICAS).asInt(-1),
        status.path("observedGeneration").asLong() >= metadata.path("generation").asLong());
  }

  ReplicaSetState withReplicas(int count) {
    return new ReplicaSetState(
        key, hash, count, pods, ready, available, revision, desired, maxPods, settled);
  }

  String name() {
    return key.name();
  }

  boolean isActive() {
    return replicas > 0;
  }
}
