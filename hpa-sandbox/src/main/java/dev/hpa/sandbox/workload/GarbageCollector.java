package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.HashMap;
import java.util.Map;

/**
 * The garbage collector: deletes objects whose owners no longer exist. Owners of kinds that the
 * sandbox does not serve count as existing.
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
      index.dependentsOf(change.last().uid()).forEach(ref -> mark(ref.type(), ref.key()));
    } else if ((before == null || !before.owners().equals(after.owners()))
        && !after.owners().stream().allMatch(this::exists)) {
      mark(type, after.key());
    }
  }

  private void mark(ResourceType type, ObjectKey key) {
    loop.mark(workers.computeIfAbsent(type.id(), any -> each -> collect(type, each)), key);
  }

  private void collect(ResourceType type, ObjectKey key) {
    StoredObject stored = cluster.find(type, key);
    if (stored != null
        && !stored.deleting()
        && !stored.owners().isEmpty()
        && hasNoValidOwner(stored)) {
      cluster.delete(type, key, new DeleteOptions(stored.uid(), null, null, false));
    }
  }

  private boolean hasNoValidOwner(StoredObject object) {
    for (JsonNode owner : object.tree().path("metadata").path("ownerReferences")) {
      if (!isServed(owner) || exists(owner.path("uid").asText())) {
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

  private boolean exists(String uid) {
    OwnerIndex.Ref ref = index.get(uid);
    StoredObject stored = ref == null ? null : cluster.find(ref.type(), ref.key());
    return stored != null && stored.uid().equals(uid);
  }
}
