package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The StatefulSet controller. With OrderedReady, it creates pods one by one, each when all before
 * it are ready, and deletes from the highest ordinal; with Parallel all at once. It replaces
 * outdated pods one by one from the highest ordinal down to the partition.
 *
 * <p>Limitations: old revisions are not kept, so a deleted pod below the partition is recreated
 * with the new template; volume claims are not created.
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
    if (!stored.deleting()) {
      boolean settled = set.parallel() ? syncParallel(set) : syncOrderedReady(set);
      if (settled) {
        replaceOutdated(set);
      }
    }
    writeStatus(state(stored));
  }

  /** A StatefulSet with its pods by ordinal. */
  private record StatefulSetState(
      StoredObject stored,
      ObjectNode tree,
      int first,
      int end,
      boolean parallel,
      int minReadySeconds,
      String revision,
      TreeMap<Integer, PodState> pods) {

    @Nullable PodState pod(int ordinal) {
      return pods.get(ordinal);
    }

    boolean isWanted(int ordinal) {
      return ordinal >= first && ordinal < end;
    }
  }

  private StatefulSetState state(StoredObject stored) {
    ObjectNode tree = stored.tree();
    JsonNode spec = tree.path("spec");
    int first = spec.path("ordinals").path("start").asInt(0);
    TreeMap<Integer, PodState> byOrdinal = new TreeMap<>();
    for (PodState pod : pods.ownedBy(stored.uid()).all()) {
      Matcher name = ORDINAL_NAME.matcher(pod.key().name());
      // Ignores pods with this owner that are not named by ordinal.
      if (name.matches() && name.group(1).equals(stored.name())) {
        byOrdinal.put(Integer.parseInt(name.group(2)), pod);
      }
    }
    return new StatefulSetState(
        stored,
        tree,
        first,
        first + spec.path("replicas").asInt(),
        spec.path("podManagementPolicy").asText().equals("Parallel"),
        spec.path("minReadySeconds").asInt(0),
        stored.name() + "-" + PodTemplateHash.of(spec.path("template")),
        byOrdinal);
  }

  /**
   * Creates all missing pods and deletes all excess pods at once.
   *
   * @return whether exactly the desired pods existed
   */
  private boolean syncParallel(StatefulSetState set) {
    boolean settled = true;
    for (int ordinal = set.first(); ordinal < set.end(); ordinal++) {
      if (set.pod(ordinal) == null) {
        create(set, ordinal);
        settled = false;
      }
    }
    for (var entry : set.pods().descendingMap().entrySet()) {
      if (!set.isWanted(entry.getKey())) {
        delete(set, entry.getValue());
        settled = false;
      }
    }
    return settled;
  }

  /**
   * Creates the first missing pod once all pods with lower ordinals are available, or else deletes
   * the excess pod with the highest ordinal.
   *
   * @return whether exactly the desired pods existed and were available
   */
  private boolean syncOrderedReady(StatefulSetState set) {
    for (int ordinal = set.first(); ordinal < set.end(); ordinal++) {
      PodState pod = set.pod(ordinal);
      if (pod == null) {
        create(set, ordinal);
        return false;
      }
      if (!isAvailable(set, pod)) {
        return false;
      }
    }
    for (var entry : set.pods().descendingMap().entrySet()) {
      if (!set.isWanted(entry.getKey())) {
        delete(set, entry.getValue());
        return false;
      }
    }
    return true;
  }

  private void replaceOutdated(StatefulSetState set) {
    JsonNode strategy = set.tree().path("spec").path("updateStrategy");
    if (strategy.path("type").asText().equals("OnDelete")) {
      return;
    }
    int partition = strategy.path("rollingUpdate").path("partition").asInt(0);
    for (var entry : set.pods().descendingMap().entrySet()) {
      if (entry.getKey() < partition) {
        return;
      }
      if (!isUpdated(set, entry.getValue())) {
        delete(set, entry.getValue());
        return;
      }
      if (!isAvailable(set, entry.getValue())) {
        return;
      }
    }
  }

  private boolean isUpdated(StatefulSetState set, PodState pod) {
    StoredObject stored = cluster.find(ResourceTypes.PODS, pod.key());
    return stored == null || set.revision().equals(stored.labels().get(REVISION_LABEL));
  }

  private boolean isAvailable(StatefulSetState set, PodState pod) {
    if (!pod.isReady() || set.minReadySeconds() == 0) {
      return pod.isReady();
    }
    Instant limit = cluster.now().minusSeconds(set.minReadySeconds());
    if (pod.readySince().isAfter(limit)) {
      loop.markLater(Duration.between(limit, pod.readySince()), worker, set.stored().key());
      return false;
    }
    return true;
  }

  private void create(StatefulSetState set, int ordinal) {
    StoredObject owner = set.stored();
    String name = owner.name() + "-" + ordinal;
    JsonNode spec = set.tree().path("spec");
    JsonNode template = spec.path("template");
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("kind", "Pod").put("apiVersion", "v1");
    ObjectNode metadata = pod.putObject("metadata").put("name", name);
    metadata.put("generateName", owner.name() + "-");
    if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
      metadata.set("labels", labels.deepCopy());
    }
    metadata
        .withObject("/labels")
        .put("apps.kubernetes.io/pod-index", Integer.toString(ordinal))
        .put(REVISION_LABEL, set.revision())
        .put("statefulset.kubernetes.io/pod-name", name);
    if (template.path("metadata").path("annotations") instanceof ObjectNode annotations) {
      metadata.set("annotations", annotations.deepCopy());
    }
    OwnerReferences.set(metadata, ResourceTypes.STATEFUL_SETS, owner);
    ObjectNode podSpec = template.path("spec").deepCopy();
    podSpec.put("hostname", name);
    if (spec.hasNonNull("serviceName")) {
      podSpec.put("subdomain", spec.path("serviceName").asText());
    }
    pod.set("spec", podSpec);
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
    ObjectNode status = status(set, before);
    if (!status.equals(before)) {
      cluster.updateStatus(
          ResourceTypes.STATEFUL_SETS,
          set.stored().key(),
          "",
          tree -> {
            tree.set("status", status);
            return tree;
          },
          false);
    }
  }

  private ObjectNode status(StatefulSetState set, JsonNode before) {
    int ready = 0;
    int available = 0;
    int updated = 0;
    for (PodState pod : set.pods().values()) {
      ready += pod.isReady() ? 1 : 0;
      available += isAvailable(set, pod) ? 1 : 0;
      updated += pod.isActive() && isUpdated(set, pod) ? 1 : 0;
    }
    int replicas = set.pods().size();
    boolean complete = updated == replicas;
    String current =
        complete ? set.revision() : before.path("currentRevision").asText(set.revision());
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("observedGeneration", set.tree().path("metadata").path("generation").asInt());
    status.put("replicas", replicas);
    put(status, "readyReplicas", ready);
    put(status, "currentReplicas", complete ? replicas : replicas - updated);
    put(status, "updatedReplicas", updated);
    status.put("currentRevision", current).put("updateRevision", set.revision());
    status.put("collisionCount", 0).put("availableReplicas", available);
    return status;
  }

  private static void put(ObjectNode status, String field, int value) {
    if (value != 0) {
      status.put(field, value);
    }
  }
}
