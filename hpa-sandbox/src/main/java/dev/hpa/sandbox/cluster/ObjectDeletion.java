package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Instant;

/** Deletes objects: preconditions, propagation policies, finalizers and grace periods. */
final class ObjectDeletion {

  private static final long DEFAULT_GRACE_SECONDS = 30;

  private final Store store;
  private final Timeline timeline;
  private final ServedResources resources;
  private final NamespaceLifecycle namespaces;
  private final ObjectWriter writer;

  ObjectDeletion(
      Store store,
      Timeline timeline,
      ServedResources resources,
      NamespaceLifecycle namespaces,
      ObjectWriter writer) {
    this.store = store;
    this.timeline = timeline;
    this.resources = resources;
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
    if (options.propagation() == DeleteOptions.Propagation.ORPHAN) {
      orphanDependents(found.uid());
    }
    if (isNamespace) {
      return new Cluster.Deleted(namespaces.terminate(key), false);
    }
    boolean foreground = options.propagation() == DeleteOptions.Propagation.FOREGROUND;
    long grace = graceSeconds(type, found, options);
    if (foreground || grace > 0 || !Finalizers.isEmpty(found.tree())) {
      return new Cluster.Deleted(markForDeletion(type, key, grace, foreground), false);
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

  /** Sets the deletion timestamp and, for foreground deletion, the finalizer. */
  private StoredObject markForDeletion(
      ResourceType type, ObjectKey key, long graceSeconds, boolean foreground) {
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
                  if (foreground) {
                    Finalizers.add(tree, Finalizers.FOREGROUND);
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

  private void orphanDependents(String uid) {
    for (ResourceType type : resources.all()) {
      for (StoredObject object : objects(type).in("")) {
        if (object.owners().contains(uid)) {
          objects(type).update(object.key(), (before, tree) -> withoutOwner(tree, uid));
        }
      }
    }
  }

  private static ObjectNode withoutOwner(ObjectNode tree, String uid) {
    ArrayNode owners = tree.withObject("/metadata").withArray("ownerReferences");
    for (int i = owners.size() - 1; i >= 0; i--) {
      if (owners.get(i).path("uid").asText().equals(uid)) {
        owners.remove(i);
      }
    }
    if (owners.isEmpty()) {
      tree.withObject("/metadata").remove("ownerReferences");
    }
    return tree;
  }

  /** As {@link Cluster#removeForegroundFinalizer}. */
  void removeForegroundFinalizer(ResourceType type, ObjectKey key) {
    writer.write(
        type,
        key,
        "",
        false,
        tree -> {
          Finalizers.remove(tree, Finalizers.FOREGROUND);
          return tree;
        });
  }

  private ResourceStore objects(ResourceType type) {
    return store.resource(type.id());
  }
}
