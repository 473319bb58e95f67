package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.DeleteOptions.Propagation;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The garbage collector: deletes objects whose owners no longer exist, and removes the
 * foregroundDeletion finalizer once an owner has no dependents (all dependents count, independent
 * of {@code blockOwnerDeletion}). Owners of kinds that the sandbox does not serve count as
 * existing.
 */
final class GarbageCollector {

  private final Cluster cluster;
  private final WorkQueue loop;
  private final OwnerIndex index;
  private final Map<String, WorkQueue.Worker> workers = new HashMap<>();

  GarbageCollector(Cluster cluster, WorkQueue loop, OwnerIndex index) {
    this.cluster = cluster;
    this.loop = loop;
    this.index = index;
  }

  void apply(ResourceType type, Change change) {
    StoredObject before = change.before();
    StoredObject after = change.after();
    if (after == null) {
      index.dependentsOf(change.last().uid()).forEach(this::mark);
      change.last().owners().forEach(this::markIfWaiting);
    } else if (isToCheck(before, after)) {
      mark(type, after.key());
    }
  }

  private boolean isToCheck(@Nullable StoredObject before, StoredObject after) {
    if (after.deleting()) {
      return before == null || !before.deleting();
    }
    return (before == null || !before.owners().equals(after.owners()))
        && after.owners().stream().anyMatch(owner -> !isValidOwner(owner));
  }

  private void markIfWaiting(String owner) {
    OwnerIndex.Ref ref = index.get(owner);
    StoredObject stored = ref == null ? null : cluster.find(ref.type(), ref.key());
    if (ref != null && stored != null && stored.deleting()) {
      mark(ref);
    }
  }

  private void mark(OwnerIndex.Ref ref) {
    mark(ref.type(), ref.key());
  }

  private void mark(ResourceType type, ObjectKey key) {
    loop.mark(workers.computeIfAbsent(type.id(), any -> each -> collect(type, each)), key);
  }

  private void collect(ResourceType type, ObjectKey key) {
    StoredObject stored = cluster.find(type, key);
    if (stored == null) {
      return;
    }
    if (stored.deleting()) {
      removeFinalizerOrDeleteDependents(type, stored);
    } else if (!stored.owners().isEmpty() && hasNoValidOwner(stored)) {
      delete(type, stored);
    }
  }

  private void removeFinalizerOrDeleteDependents(ResourceType type, StoredObject owner) {
    if (!Cluster.waitsForDependents(owner)) {
      return;
    }
    if (index.hasDependents(owner.uid())) {
      index.dependentsOf(owner.uid()).forEach(this::mark);
    } else {
      cluster.removeForegroundFinalizer(type, owner.key());
    }
  }

  private boolean hasNoValidOwner(StoredObject object) {
    for (JsonNode owner : object.tree().path("metadata").path("ownerReferences")) {
      if (!isServed(owner) || isValidOwner(owner.path("uid").asText())) {
        return false;
      }
    }
    return true;
  }

  private boolean isServed(JsonNode owner) {
    String apiVersion = owner.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return cluster.resources().ofKind(group, owner.path("kind").asText()) != null;
  }

  /** Whether an owner exists and is not waiting for its dependents to be deleted. */
  private boolean isValidOwner(String uid) {
    OwnerIndex.Ref ref = index.get(uid);
    StoredObject stored = ref == null ? null : cluster.find(ref.type(), ref.key());
    return stored != null && stored.uid().equals(uid) && !Cluster.waitsForDependents(stored);
  }

  private void delete(ResourceType type, StoredObject object) {
    boolean deep =
        index.hasDependents(object.uid())
            && object.owners().stream().anyMatch(owner -> index.get(owner) != null);
    cluster.delete(
        type,
        object.key(),
        new DeleteOptions(
            object.uid(),
            null,
            null,
            deep ? Propagation.FOREGROUND : Propagation.BACKGROUND,
            false));
  }
}
