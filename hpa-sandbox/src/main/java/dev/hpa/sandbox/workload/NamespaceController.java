package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.HashSet;
import java.util.Set;

/**
 * The namespace controller: deletes the objects of terminating namespaces, and removes empty ones.
 */
final class NamespaceController {

  /** The maximum number of deletions per task. */
  private static final int BATCH = 200;

  private final Cluster cluster;
  private final WorkQueue loop;
  private final Set<String> ending = new HashSet<>();
  private final WorkQueue.Worker emptier = this::empty;
  private final WorkQueue.Worker remover = this::removeIfEmpty;

  NamespaceController(Cluster cluster, WorkQueue loop) {
    this.cluster = cluster;
    this.loop = loop;
  }

  void apply(ResourceType type, Change change) {
    StoredObject after = change.after();
    if (type.equals(ResourceTypes.NAMESPACES)) {
      applyNamespace(change);
    } else if (ending.contains(change.last().namespace())) {
      ObjectKey namespace = new ObjectKey("", change.last().namespace());
      loop.mark(after == null || after.deleting() ? remover : emptier, namespace);
    }
  }

  private void applyNamespace(Change change) {
    StoredObject after = change.after();
    if (after == null) {
      ending.remove(change.last().name());
    } else if (after.deleting()) {
      ending.add(after.name());
      loop.mark(emptier, after.key());
    }
  }

  private void empty(ObjectKey namespace) {
    int deleted = 0;
    for (ResourceType type : cluster.resources().all()) {
      if (!type.namespaced()) {
        continue;
      }
      for (StoredObject object : cluster.objects(type).in(namespace.name())) {
        if (object.deleting()) {
          continue;
        }
        if (deleted++ == BATCH) {
          loop.mark(emptier, namespace);
          return;
        }
        delete(type, object);
      }
    }
    loop.mark(remover, namespace);
  }

  private void delete(ResourceType type, StoredObject object) {
    try {
      cluster.delete(type, object.key(), DeleteOptions.DEFAULT);
    } catch (StatusException gone) {
      // The object was deleted concurrently.
    }
  }

  private void removeIfEmpty(ObjectKey namespace) {
    for (ResourceType type : cluster.resources().all()) {
      if (type.namespaced() && !cluster.objects(type).in(namespace.name()).isEmpty()) {
        return;
      }
    }
    cluster.removeNamespace(namespace);
  }
}
