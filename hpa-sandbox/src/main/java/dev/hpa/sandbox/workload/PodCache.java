package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.simulation.PodShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of all pods, by key and by controller.
 *
 * <p>The simulator's own writes go through this class and take effect at once; writes of clients
 * arrive as change notifications. Notifications of known revisions are ignored.
 */
final class PodCache {

  private static final String DEFAULT_SCHEDULER = "default-scheduler";

  private final Cluster cluster;
  private final List<PodListener> listeners = new ArrayList<>();
  private final Map<ObjectKey, PodState> byKey = new HashMap<>();
  private final Map<String, OwnedPods> byOwner = new HashMap<>();
  private final Map<PodShape, PodShape> shapes = new HashMap<>();
  private long pods;

  PodCache(Cluster cluster) {
    this.cluster = cluster;
  }

  void listen(PodListener listener) {
    listeners.add(listener);
  }

  @Nullable PodState get(ObjectKey key) {
    return byKey.get(key);
  }

  /** The pods whose controller has this uid. */
  OwnedPods ownedBy(String uid) {
    return byOwner.getOrDefault(uid, OwnedPods.NONE);
  }

  void apply(Change change) {
    StoredObject after = change.after();
    PodState known = byKey.get(change.last().key());
    if (after == null) {
      if (known != null && known.uid().equals(change.last().uid())) {
        drop(known);
      }
    } else if (known == null
        || !known.uid().equals(after.uid())
        || known.revision() < after.revision()) {
      observe(after, after.tree());
    }
  }

  /** Creates a pod; the tree must not be modified afterwards. */
  void create(String namespace, ObjectNode tree) {
    StoredObject created = cluster.create(ResourceTypes.PODS, namespace, tree, false);
    observe(created, tree);
  }

  /**
   * Updates a pod if it exists.
   *
   * @return the updated pod, or null when it does not exist
   */
  @Nullable ObjectNode update(PodState pod, Consumer<ObjectNode> edit) {
    Seen seen = new Seen();
    StoredObject updated =
        cluster
            .objects(ResourceTypes.PODS)
            .update(
                pod.key(),
                (before, tree) -> {
                  if (before.uid().equals(pod.uid())) {
                    edit.accept(tree);
                  }
                  seen.tree = tree;
                  return tree;
                });
    ObjectNode tree = seen.tree;
    if (updated == null || tree == null || !updated.uid().equals(pod.uid())) {
      return null;
    }
    observe(updated, tree);
    return tree;
  }

  /** Deletes an existing pod, with its grace period. */
  void delete(PodState pod) {
    DeleteOptions thisOne = new DeleteOptions(pod.uid(), null, null, false);
    Cluster.Deleted deleted = cluster.delete(ResourceTypes.PODS, pod.key(), thisOne);
    if (deleted.removed()) {
      drop(pod);
    } else {
      observe(deleted.object(), deleted.object().tree());
    }
  }

  private void observe(StoredObject pod, ObjectNode tree) {
    PodState known = byKey.get(pod.key());
    if (known != null && !known.uid().equals(pod.uid())) {
      drop(known);
      known = null;
    }
    if (known == null) {
      add(pod, tree);
    } else {
      OwnedPods siblings = siblings(known);
      siblings.count(known, -1);
      known.read(pod, tree);
      siblings.count(known, 1);
      for (PodListener listener : listeners) {
        listener.changed(known);
      }
    }
  }

  private void add(StoredObject stored, ObjectNode tree) {
    PodShape shape = PodShape.of(tree.path("spec"));
    PodState pod =
        new PodState(
            stored,
            PodState.controllerOf(tree),
            pods++,
            shapes.computeIfAbsent(shape, itself -> itself),
            usesDefaultScheduler(tree.path("spec")));
    pod.read(stored, tree);
    byKey.put(pod.key(), pod);
    OwnedPods siblings = siblings(pod);
    siblings.put(pod);
    siblings.count(pod, 1);
    for (PodListener listener : listeners) {
      listener.added(pod);
    }
  }

  private static boolean usesDefaultScheduler(JsonNode spec) {
    return spec.path("schedulerName").asText(DEFAULT_SCHEDULER).equals(DEFAULT_SCHEDULER);
  }

  private void drop(PodState pod) {
    byKey.remove(pod.key());
    OwnedPods siblings = siblings(pod);
    siblings.count(pod, -1);
    siblings.remove(pod);
    if (siblings.isEmpty()) {
      byOwner.remove(pod.owner());
    }
    for (PodListener listener : listeners) {
      listener.removed(pod);
    }
  }

  private OwnedPods siblings(PodState pod) {
    return byOwner.computeIfAbsent(pod.owner(), any -> new OwnedPods());
  }

  /** Returns the tree of an edit, to avoid parsing it again. */
  private static final class Seen {
    private @Nullable ObjectNode tree;
  }
}
