package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The StatefulSet controller: creates pods one by one, each when all before it are ready, and
 * deletes from the highest ordinal. It replaces outdated pods one by one from the highest ordinal.
 *
 * <p>Limitations: the pod management policy and the update strategy have no effect, and volume
 * claims are not created.
 */
final class StatefulSetController {

  private static final String COMPONENT = "statefulset-controller";
  private static final String REVISION_LABEL = "controller-revision-hash";

  private static final Pattern ORDINAL_NAME = Pattern.compile("(.*)-([0-9]{1,9})");

  private final Cluster cluster;
  private final WorkQueue loop;
  private final PodCache pods;
  private final EventWriter events;
  private final WorkQueue.Worker worker = this::reconcile;

  StatefulSetController(Cluster cluster, WorkQueue loop, PodCache pods, EventWriter events) {
    this.cluster = cluster;
    this.loop = loop;
    this.pods = pods;
    this.events = events;
  }

  /** Queues a StatefulSet for reconciliation. */
  void mark(ObjectKey key) {
    loop.mark(worker, key);
  }

  private void reconcile(ObjectKey key) {
    StoredObject stored = cluster.find(ResourceTypes.STATEFUL_SETS, key);
    if (stored == null) {
      return;
    }
    StatefulSetState set = state(stored);
    if (!stored.deleting() && hasWantedPods(set)) {
      replaceOutdated(set);
    }
    writeStatus(state(stored));
  }

  /** A StatefulSet with its pods by ordinal. */
  private record StatefulSetState(
      StoredObject stored, ObjectNode tree, String revision, TreeMap<Integer, PodState> pods) {

    int replicas() {
      return tree.path("spec").path("replicas").asInt();
    }
  }

  private StatefulSetState state(StoredObject stored) {
    ObjectNode tree = stored.tree();
    TreeMap<Integer, PodState> byOrdinal = new TreeMap<>();
    for (PodState pod : pods.ownedBy(stored.uid()).all()) {
      Matcher name = ORDINAL_NAME.matcher(pod.key().name());
      // Ignores pods with this owner that are not named by ordinal.
      if (name.matches() && name.group(1).equals(stored.name())) {
        byOrdinal.put(Integer.parseInt(name.group(2)), pod);
      }
    }
    String revision = stored.name() + "-" + PodTemplateHash.of(tree.path("spec").path("template"));
    return new StatefulSetState(stored, tree, revision, byOrdinal);
  }

  /**
   * Creates the first missing pod once all pods with lower ordinals are ready, or else deletes the
   * excess pod with the highest ordinal.
   *
   * @return whether exactly the desired pods existed and were ready
   */
  private boolean hasWantedPods(StatefulSetState set) {
    for (int ordinal = 0; ordinal < set.replicas(); ordinal++) {
      PodState pod = set.pods().get(ordinal);
      if (pod == null) {
        create(set, ordinal);
        return false;
      }
      if (!pod.isReady()) {
        return false;
      }
    }
    if (set.pods().size() <= set.replicas()) {
      return true;
    }
    delete(set, set.pods().lastEntry().getValue());
    return false;
  }

  private void replaceOutdated(StatefulSetState set) {
    for (PodState pod : set.pods().descendingMap().values()) {
      if (!isUpdated(set, pod)) {
        delete(set, pod);
        return;
      }
    }
  }

  private boolean isUpdated(StatefulSetState set, PodState pod) {
    StoredObject stored = cluster.find(ResourceTypes.PODS, pod.key());
    return stored == null || set.revision().equals(stored.labels().get(REVISION_LABEL));
  }

  private void create(StatefulSetState set, int ordinal) {
    StoredObject owner = set.stored();
    String name = owner.name() + "-" + ordinal;
    JsonNode template = set.tree().path("spec").path("template");
    ObjectNode pod = OwnerReferences.pod(ResourceTypes.STATEFUL_SETS, owner, name, template);
    pod.withObject("/metadata")
        .withObject("/labels")
        .put("apps.kubernetes.io/pod-index", Integer.toString(ordinal))
        .put(REVISION_LABEL, set.revision())
        .put("statefulset.kubernetes.io/pod-name", name);
    pods.create(owner.namespace(), pod);
    writeEvent(set, "SuccessfulCreate", "create", name);
  }

  private void delete(StatefulSetState set, PodState pod) {
    if (pod.isDeleting()) {
      return;
    }
    pods.delete(pod);
    writeEvent(set, "SuccessfulDelete", "delete", pod.key().name());
  }

  private void writeEvent(StatefulSetState set, String reason, String verb, String pod) {
    StoredObject owner = set.stored();
    events.normal(
        COMPONENT,
        new EventWriter.Subject(ResourceTypes.STATEFUL_SETS, owner.key(), owner.uid()),
        reason,
        "%s Pod %s in StatefulSet %s successful".formatted(verb, pod, owner.name()));
  }

  private void writeStatus(StatefulSetState set) {
    JsonNode before = set.tree().path("status");
    StatusConditions.write(
        cluster, ResourceTypes.STATEFUL_SETS, set.stored().key(), before, status(set, before));
  }

  private ObjectNode status(StatefulSetState set, JsonNode before) {
    int ready = 0;
    int updated = 0;
    for (PodState pod : set.pods().values()) {
      ready += pod.isReady() ? 1 : 0;
      updated += pod.isActive() && isUpdated(set, pod) ? 1 : 0;
    }
    int replicas = set.pods().size();
    boolean complete = updated == replicas;
    String current =
        complete ? set.revision() : before.path("currentRevision").asText(set.revision());
    return JsonNodeFactory.instance
        .objectNode()
        .put("observedGeneration", set.tree().path("metadata").path("generation").asInt())
        .put("replicas", replicas)
        .put("readyReplicas", ready)
        .put("currentReplicas", complete ? replicas : replicas - updated)
        .put("updatedReplicas", updated)
        .put("currentRevision", current)
        .put("updateRevision", set.revision())
        .put("availableReplicas", ready);
  }
}
