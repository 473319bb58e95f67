package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of a Deployment: the totals of its ReplicaSets, and the conditions Available
 * and Progressing.
 */
final class DeploymentStatus {

  private final DeploymentSpec spec;
  private final @Nullable ReplicaSetState current;
  private final ObjectNode before;
  private final String now;
  private final int pods;
  private final int updated;
  private final int ready;
  private final int available;
  private final int unavailable;

  private DeploymentStatus(
      DeploymentSpec spec,
      @Nullable ReplicaSetState current,
      List<ReplicaSetState> old,
      ObjectNode before,
      Instant now) {
    List<ReplicaSetState> all = new ArrayList<>(old);
    if (current != null) {
      all.add(current);
    }
    this.spec = spec;
    this.current = current;
    this.before = before;
    this.now = Timestamps.format(now);
    this.pods = all.stream().mapToInt(ReplicaSetState::pods).sum();
    this.updated = current == null ? 0 : current.pods();
    this.ready = all.stream().mapToInt(ReplicaSetState::ready).sum();
    this.available = RollingUpdate.available(all);
    this.unavailable = Math.max(0, RollingUpdate.total(all) - available);
  }

  /** The new status. */
  static ObjectNode of(
      DeploymentSpec spec,
      @Nullable ReplicaSetState current,
      List<ReplicaSetState> old,
      ObjectNode before,
      Instant now) {
    return new DeploymentStatus(spec, current, old, before, now).write();
  }

  private ObjectNode write() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("observedGeneration", (int) spec.generation());
    put(status, "replicas", pods);
    put(status, "updatedReplicas", updated);
    put(status, "readyReplicas", ready);
    put(status, "availableReplicas", available);
    put(status, "unavailableReplicas", unavailable);
    if (before.has("conditions")) {
      status.set("conditions", before.path("conditions").deepCopy());
    }
    writeProgressing(status);
    writeAvailable(status);
    return status;
  }

  /** The API omits zeros. */
  private static void put(ObjectNode status, String field, int value) {
    if (value != 0) {
      status.put(field, value);
    }
  }

  private void writeAvailable(ObjectNode status) {
    boolean enough = available >= spec.minAvailable();
    set(
        status,
        "Available",
        enough ? "True" : "False",
        enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
        enough
            ? "Deployment has minimum availability."
            : "Deployment does not have minimum availability.",
        false);
  }

  private void writeProgressing(ObjectNode status) {
    JsonNode known = StatusConditions.find(before, "Progressing");
    String reason = known.path("reason").asText();
    if (spec.paused()) {
      if (!reason.equals("DeploymentPaused")) {
        set(status, "Progressing", "Unknown", "DeploymentPaused", "Deployment is paused", true);
      }
    } else if (reason.equals("DeploymentPaused")) {
      set(status, "Progressing", "Unknown", "DeploymentResumed", "Deployment is resumed", true);
    } else if (current == null) {
      return;
    } else if (isComplete()) {
      progressing(status, "NewReplicaSetAvailable", "has successfully progressed.", false);
    } else if (known.isMissingNode()) {
      set(
          status,
          "Progressing",
          "True",
          "NewReplicaSetCreated",
          "Created new replica set \"" + current.name() + "\"",
          true);
    } else if (hasProgressed()) {
      progressing(status, "ReplicaSetUpdated", "is progressing.", true);
    }
  }

  private boolean isComplete() {
    return updated == spec.replicas()
        && pods == spec.replicas()
        && available == spec.replicas()
        && current != null
        && current.settled();
  }

  private boolean hasProgressed() {
    int updatedBefore = before.path("updatedReplicas").asInt();
    return updated > updatedBefore
        || pods - updated < before.path("replicas").asInt() - updatedBefore
        || ready > before.path("readyReplicas").asInt()
        || available > before.path("availableReplicas").asInt();
  }

  private void progressing(ObjectNode status, String reason, String what, boolean touched) {
    String name = current == null ? "" : current.name();
    set(status, "Progressing", "True", reason, "ReplicaSet \"" + name + "\" " + what, touched);
  }

  /**
   * Sets a condition.
   *
   * @param touched whether lastUpdateTime changes even if nothing else does
   */
  private void set(
      ObjectNode status,
      String type,
      String value,
      String reason,
      String message,
      boolean touched) {
    ObjectNode condition = StatusConditions.at(status, type);
    boolean same =
        condition.path("status").asText().equals(value)
            && condition.path("reason").asText().equals(reason)
            && condition.path("message").asText().equals(message);
    if (same && !touched) {
      return;
    }
    if (!condition.path("status").asText().equals(value)) {
      condition.put("lastTransitionTime", now);
    }
    String transition = condition.path("lastTransitionTime").asText();
    condition.removeAll();
    condition
        .put("type", type)
        .put("status", value)
        .put("lastUpdateTime", now)
        .put("lastTransitionTime", transition)
        .put("reason", reason)
        .put("message", message);
  }
}
