package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.simulation.PodShape;
import java.time.Duration;
import java.time.Instant;

/**
 * The state of a pod that the simulator keeps, so that it need not parse the JSON again. Modified
 * by {@link PodCache} on the timeline only; other threads may see it with a delay.
 */
final class PodState {

  private final ObjectKey key;
  private final String uid;
  private final String owner;
  private final long order;
  private final PodShape shape;
  private final boolean usesDefaultScheduler;

  private long revision;
  private String node = "";
  private boolean running;
  private boolean finished;
  private boolean ready;
  private boolean deleting;
  private boolean finalized;
  private long graceSeconds;
  private Instant readySince = Instant.MAX;
  private int deletionCost;

  /**
   * @param usesDefaultScheduler whether the default scheduler assigns the pod
   */
  PodState(
      StoredObject pod, String owner, long order, PodShape shape, boolean usesDefaultScheduler) {
    this.key = pod.key();
    this.uid = pod.uid();
    this.owner = owner;
    this.order = order;
    this.shape = shape;
    this.usesDefaultScheduler = usesDefaultScheduler;
  }

  void read(StoredObject pod, JsonNode tree) {
    revision = pod.revision();
    node = tree.path("spec").path("nodeName").asText("").intern();
    JsonNode status = tree.path("status");
    String phase = status.path("phase").asText();
    running = phase.equals("Running");
    finished = phase.equals("Succeeded") || phase.equals("Failed");
    JsonNode condition = StatusConditions.find(status, "Ready");
    ready = condition.path("status").asText().equals("True");
    readySince = ready ? transitionTime(condition) : Instant.MAX;
    JsonNode metadata = tree.path("metadata");
    deleting = pod.deleting();
    finalized = metadata.path("finalizers").isEmpty();
    graceSeconds = metadata.path("deletionGracePeriodSeconds").asLong(0);
    deletionCost =
        metadata.path("annotations").path("controller.kubernetes.io/pod-deletion-cost").asInt(0);
  }

  private static Instant transitionTime(JsonNode condition) {
    String text = condition.path("lastTransitionTime").asText("");
    try {
      return text.isEmpty() ? Instant.MIN : Timestamps.parse(text);
    } catch (IllegalArgumentException writtenByOthers) {
      return Instant.MIN;
    }
  }

  ObjectKey key() {
    return key;
  }

  String uid() {
    return uid;
  }

  /** The uid of its controller; empty for a bare pod. */
  String owner() {
    return owner;
  }

  /** The number of the pod in the order in which pods were first seen. */
  long order() {
    return order;
  }

  PodShape shape() {
    return shape;
  }

  /** The latest revision that this state reflects. */
  long revision() {
    return revision;
  }

  /** The node; empty before the pod is scheduled. */
  String node() {
    return node;
  }

  /** Whether it needs another scheduler, which the sandbox does not simulate. */
  boolean usesOtherScheduler() {
    return !usesDefaultScheduler && !isScheduled();
  }

  boolean isScheduled() {
    return !node.isEmpty();
  }

  boolean isRunning() {
    return running;
  }

  boolean isDeleting() {
    return deleting;
  }

  /** The grace period of its deletion. */
  Duration gracePeriod() {
    return Duration.ofSeconds(graceSeconds);
  }

  /** Whether it has no finalizers. */
  boolean isFinalized() {
    return finalized;
  }

  /** Whether its controller counts it: neither completed nor terminating. */
  boolean isActive() {
    return !deleting && !finished;
  }

  /** Whether it is active and ready. */
  boolean isReady() {
    return ready && isActive();
  }

  /** The time since which it is ready, in whole seconds; {@link Instant#MAX} while it is not. */
  Instant readySince() {
    return readySince;
  }

  int deletionCost() {
    return deletionCost;
  }

  EventWriter.Subject subject() {
    return new EventWriter.Subject(ResourceTypes.PODS, key, uid);
  }

  /** The uid of the controller of an object; empty for none. */
  static String controllerOf(ObjectNode tree) {
    for (JsonNode owner : tree.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        return owner.path("uid").asText().intern();
      }
    }
    return "";
  }
}
