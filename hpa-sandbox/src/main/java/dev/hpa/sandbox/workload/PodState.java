package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;

/**
 * What the simulator keeps in mind of a pod, so that nobody has to read its JSON again. Changed by
 * {@link PodTable} only, on the timeline; other threads may see it a moment late.
 */
final class PodState {

  private final ObjectKey key;
  private final String uid;
  private final String owner;
  private final long order;
  private final PodShape shape;
  private final boolean ours;

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
   * @param ours whether it is left to the scheduler there is, not to one of another name
   */
  PodState(StoredObject pod, String owner, long order, PodShape shape, boolean ours) {
    this.key = pod.key();
    this.uid = pod.uid();
    this.owner = owner;
    this.order = order;
    this.shape = shape;
    this.ours = ours;
  }

  void read(StoredObject pod, JsonNode tree) {
    revision = pod.revision();
    node = tree.path("spec").path("nodeName").asText("").intern();
    JsonNode status = tree.path("status");
    String phase = status.path("phase").asText();
    running = phase.equals("Running");
    finished = phase.equals("Succeeded") || phase.equals("Failed");
    JsonNode condition = Conditions.find(status, "Ready");
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

  /** Pods are numbered in the order in which they were first seen. */
  long order() {
    return order;
  }

  PodShape shape() {
    return shape;
  }

  /** The newest revision this state is of. */
  long revision() {
    return revision;
  }

  /** The node it runs on; empty while it is not scheduled. */
  String node() {
    return node;
  }

  /** Whether it waits for a scheduler of another name, which nobody here is. */
  boolean isForeign() {
    return !ours && !isScheduled();
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

  /** How long it may take to end, once it is being deleted. */
  Duration gracePeriod() {
    return Duration.ofSeconds(graceSeconds);
  }

  /** Whether no finalizer holds it. */
  boolean isFinalized() {
    return finalized;
  }

  /** Whether its controller counts it: it has not ended and is not about to. */
  boolean isActive() {
    return !deleting && !finished;
  }

  /** Whether it counts and is ready. */
  boolean isReady() {
    return ready && isActive();
  }

  /** Since when it is ready, in whole seconds; far in the future while it is not. */
  Instant readySince() {
    return readySince;
  }

  int deletionCost() {
    return deletionCost;
  }

  EventWriter.Subject subject() {
    return new EventWriter.Subject(ResourceTypes.PODS, key, uid);
  }

  /** The uid of the owner that controls an object; empty when there is none. */
  static String controllerOf(ObjectNode tree) {
    for (JsonNode owner : tree.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        return owner.path("uid").asText().intern();
      }
    }
    return "";
  }
}
