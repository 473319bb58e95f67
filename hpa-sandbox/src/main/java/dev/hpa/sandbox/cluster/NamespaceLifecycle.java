package dev.hpa.sandbox.cluster;

import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.StoredObject;
import java.util.Set;

/**
 * The life cycle of namespaces, as the admission plugin NamespaceLifecycle enforces it: objects are
 * created in active namespaces only, and a deleted namespace is terminating until it is empty.
 */
final class NamespaceLifecycle {

  private static final Set<String> UNDELETABLE = Set.of("default", "kube-public", "kube-system");

  private final ResourceStore namespaces;
  private final Timeline timeline;

  NamespaceLifecycle(ResourceStore namespaces, Timeline timeline) {
    this.namespaces = namespaces;
    this.timeline = timeline;
  }

  /** Rejects the creation of an object in a namespace that does not exist or is terminating. */
  void requireActive(String namespace, ResourceType type, String name) {
    StoredObject found = namespaces.get(new ObjectKey("", namespace));
    if (found == null) {
      throw StatusException.notFound(ResourceTypes.NAMESPACES, namespace);
    }
    if (found.deleting()) {
      throw StatusException.terminating(type, name, namespace);
    }
  }

  /** Rejects the deletion of a namespace of the system. */
  void requireDeletable(ObjectKey key) {
    if (UNDELETABLE.contains(key.name())) {
      throw StatusException.forbidden(
          ResourceTypes.NAMESPACES, key.name(), "this namespace may not be deleted");
    }
  }

  /** Sets the deletion timestamp and the phase Terminating. */
  StoredObject terminate(ObjectKey key) {
    String now = Timestamps.format(timeline.wall());
    StoredObject terminating =
        namespaces.update(
            key,
            (before, tree) -> {
              if (!before.deleting()) {
                tree.withObject("/metadata").put("deletionTimestamp", now);
              }
              tree.withObject("/status").put("phase", "Terminating");
              return FieldOrder.ordered(tree);
            });
    if (terminating == null) {
      throw StatusException.notFound(ResourceTypes.NAMESPACES, key.name());
    }
    return terminating;
  }

  /** Removes a namespace that is terminating and has no finalizers in its metadata. */
  void remove(ObjectKey key) {
    namespaces.remove(key, found -> found.deleting() && !ObjectWriter.hasFinalizers(found));
  }
}
