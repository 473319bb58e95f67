package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Deployment with its ReplicaSets, and the next step of its rolling update: replicas move from
 * the old ReplicaSets to the current one with at most replicas + maxSurge pods and at least
 * replicas - maxUnavailable available pods. Unavailable old pods are removed first.
 *
 * @param hash the hash of the pod template
 * @param current the ReplicaSet of the template; null when it does not exist
 * @param old all others, oldest first
 */
record Rollout(
    StoredObject stored,
    ObjectNode tree,
    int replicas,
    int maxSurge,
    int maxUnavailable,
    String hash,
    @Nullable ReplicaSetState current,
    List<ReplicaSetState> old) {

  static Rollout of(StoredObject stored, List<ReplicaSetState> replicaSets) {
    ObjectNode tree = stored.tree();
    JsonNode spec = tree.path("spec");
    int replicas = spec.path("replicas").asInt();
    JsonNode rolling = spec.path("strategy").path("rollingUpdate");
    int surge = resolve(rolling.path("maxSurge"), replicas, true);
    int unavailable = resolve(rolling.path("maxUnavailable"), replicas, false);
    // If both were 0, an update could not progress.
    boolean stuck = surge == 0 && unavailable == 0;
    String hash = PodTemplateHash.of(spec.path("template"));
    ReplicaSetState current = null;
    List<ReplicaSetState> old = new ArrayList<>();
    for (ReplicaSetState each : replicaSets) {
      if (each.hash().equals(hash)) {
        current = each;
      } else {
        old.add(each);
      }
    }
    return new Rollout(
        stored,
        tree,
        replicas,
        surge,
        Math.min(stuck ? 1 : unavailable, replicas),
        hash,
        current,
        old);
  }

  /** A number, or a percentage of the replicas; 0 for other values. */
  private static int resolve(JsonNode value, int replicas, boolean roundUp) {
    String text = value.asText("");
    if (!text.endsWith("%")) {
      return value.asInt(0);
    }
    String percent = text.substring(0, text.length() - 1);
    if (!percent.matches("[0-9]{1,9}")) {
      return 0;
    }
    double share = Double.parseDouble(percent) * replicas / 100.0;
    return (int) (roundUp ? Math.ceil(share) : Math.floor(share));
  }

  private List<ReplicaSetState> all() {
    List<ReplicaSetState> all = new ArrayList<>(old);
    if (current != null) {
      all.add(current);
    }
    return all;
  }

  /** The next size of the current ReplicaSet. */
  int currentSize() {
    int size = current == null ? 0 : current.replicas();
    int room = replicas + maxSurge - total();
    return size + Math.min(Math.max(0, room), replicas - size);
  }

  private int total() {
    return all().stream().mapToInt(ReplicaSetState::replicas).sum();
  }

  private int available() {
    return all().stream().mapToInt(ReplicaSetState::available).sum();
  }

  /** The old ReplicaSets that shrink, the oldest first, with their next size. */
  List<ReplicaSetState> shrinking() {
    int minAvailable = replicas - maxUnavailable;
    int unavailableNew = current == null ? 0 : current.replicas() - current.available();
    int mayGo = Math.max(0, total() - minAvailable - unavailableNew);
    int[] sizes = old.stream().mapToInt(ReplicaSetState::replicas).toArray();
    for (int i = 0; i < sizes.length; i++) {
      int gone = Math.min(mayGo, Math.max(0, sizes[i] - old.get(i).available()));
      sizes[i] -= gone;
      mayGo -= gone;
    }
    mayGo = Math.min(mayGo, Math.max(0, available() - minAvailable));
    List<ReplicaSetState> shrinking = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      int gone = Math.min(mayGo, sizes[i]);
      mayGo -= gone;
      if (sizes[i] - gone != old.get(i).replicas()) {
        shrinking.add(old.get(i).withReplicas(sizes[i] - gone));
      }
    }
    return shrinking;
  }

  /** The status of the Deployment: the totals of its ReplicaSets, and the condition Available. */
  ObjectNode status(JsonNode before, Instant now) {
    int available = available();
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("observedGeneration", tree.path("metadata").path("generation").asInt());
    put(status, "replicas", all().stream().mapToInt(ReplicaSetState::pods).sum());
    put(status, "updatedReplicas", current == null ? 0 : current.pods());
    put(status, "readyReplicas", all().stream().mapToInt(ReplicaSetState::ready).sum());
    put(status, "availableReplicas", available);
    put(status, "unavailableReplicas", Math.max(0, total() - available));
    if (before.has("conditions")) {
      status.set("conditions", before.path("conditions").deepCopy());
    }
    StatusConditions.set(
        status, "Available", available >= replicas - maxUnavailable, Timestamps.format(now));
    return status;
  }

  /** The API omits zeros. */
  private static void put(ObjectNode status, String field, int value) {
    if (value != 0) {
      status.put(field, value);
    }
  }
}
