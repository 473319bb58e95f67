package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Instant;

/** Deletes objects: preconditions, finalizers and grace periods. */
final class ObjectDeletion {

  private static final long DEFAULT_GRACE_SECONDS = 30;

  private final Store store;
  private final Timeline timeline;
  private final NamespaceLifecycle namespaces;
  private final ObjectWriter writer;

  ObjectDeletion(
      Store store, Timeline timeline, NamespaceLifecycle namespaces, ObjectWriter writer) {
    this.store = store;
    this.timeline = timeline;
    this.namespaces = namespaces;
    this.writer = writer;
  }

  /** As {@link Cluster#delete}. */
  Cluster.Deleted delete(ResourceType type, ObjectKey key, DeleteOptions options) {
    StoredObject found = writer.get(type, key);
    checkPreconditions(type, found, options);
    boolean isNamespace = type.equals(ResourceTypes.NAMESPACES);
    if (isNamespace) {
      namespaces.requireDeletable(key);
    }
    if (options.dryRun()) {
      return new Cluster.Deleted(found, true);
    }
    if (isNamespace) {
      return new Cluster.Deleted(namespaces.terminate(key), false);
    }
    long grace = graceSeconds(type, found, options);
    if (grace > 0 || ObjectWriter.hasFinalizers(found)) {
      return new Cluster.Deleted(markForDeletion(type, key, grace), false);
    }
    StoredObject removed = objects(type).remove(key, current -> current.uid().equals(found.uid()));
    return new Cluster.Deleted(removed == null ? found : removed, true);
  }

  private static void checkPreconditions(
      ResourceType type, StoredObject found, DeleteOptions options) {
    if (options.uid() != null && !options.uid().equals(found.uid())) {
      throw StatusException.precondition(
          type,
          found.name(),
          "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
              .formatted(options.uid(), found.uid()));
    }
    if (options.resourceVersion() != null
        && !options.resourceVersion().equals(Long.toString(found.revision()))) {
      throw StatusException.precondition(
          type,
          found.name(),
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%d). The object might have been modified"
              .formatted(options.resourceVersion(), found.revision()));
    }
  }

  private StoredObject markForDeletion(ResourceType type, ObjectKey key, long graceSeconds) {
    Instant now = timeline.wall();
    StoredObject marked =
        objects(type)
            .update(
                key,
                (before, tree) -> {
                  ObjectNode metadata = tree.withObject("/metadata");
                  if (!before.deleting()) {
                    metadata.put(
                        "deletionTimestamp", Timestamps.format(now.plusSeconds(graceSeconds)));
                    metadata.put("deletionGracePeriodSeconds", graceSeconds);
                    long generation = metadata.path("generation").asLong();
                    if (generation > 0) {
                      metadata.put("generation", generation + 1);
                    }
                  }
                  return FieldOrder.ordered(tree);
                });
    if (marked == null) {
      throw StatusException.notFound(type, key.name());
    }
    return marked;
  }

  /** The grace period in seconds: only pods that are bound to a node have one. */
  private static long graceSeconds(ResourceType type, StoredObject object, DeleteOptions options) {
    if (!type.equals(ResourceTypes.PODS)) {
      return 0;
    }
    JsonNode spec = object.tree().path("spec");
    if (spec.path("nodeName").asText("").isEmpty()) {
      return 0;
    }
    return options.gracePeriodSeconds() != null
        ? options.gracePeriodSeconds()
        : spec.path("terminationGracePeriodSeconds").asLong(DEFAULT_GRACE_SECONDS);
  }

  /** Whether something other than the last finalizer decides when the object is removed. */
  static boolean isGraceful(ResourceType type, StoredObject object) {
    return type.equals(ResourceTypes.PODS)
        || type.equals(ResourceTypes.NAMESPACES)
        || object.tree().path("metadata").path("deletionGracePeriodSeconds").asLong() > 0;
  }

  private ResourceStore objects(ResourceType type) {
    return store.resource(type.id());
  }
}
