package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The write path that create, update and patch share, down to the store. */
final class ObjectWriter {

  /** Computes the object to store from the object of a request and the stored one. */
  interface UpdateRule {
    ObjectNode merge(ResourceType type, ObjectNode given, ObjectNode before);
  }

  private final Store store;
  private final Timeline timeline;
  private final NamespaceLifecycle namespaces;
  private final KubernetesVersion release;

  ObjectWriter(
      Store store, Timeline timeline, NamespaceLifecycle namespaces, KubernetesVersion release) {
    this.release = release;
    this.store = store;
    this.timeline = timeline;
    this.namespaces = namespaces;
  }

  boolean exists(ResourceType type, ObjectKey key) {
    return objects(type).get(key) != null;
  }

  /** The object with this key; throws NotFound when it does not exist. */
  StoredObject get(ResourceType type, ObjectKey key) {
    StoredObject object = objects(type).get(key);
    if (object == null) {
      throw StatusException.notFound(type, key.name());
    }
    return object;
  }

  /** Creates an object and tracks its managed fields. */
  StoredObject create(ResourceType type, String namespace, ObjectNode tree, WriteContext write) {
    ManagedFieldsTracker tracking = new ManagedFieldsTracker(type);
    JsonNode sent =
        release.answersStrictly() ? tree.at("/metadata/managedFields") : MissingNode.getInstance();
    return create(
        type,
        namespace,
        tree,
        write.dryRun(),
        object -> tracking.create(object, sent, write.manager(), timeline.wall()));
  }

  /**
   * Creates an object.
   *
   * @param track writes the managed fields into the complete object
   */
  StoredObject create(
      ResourceType type,
      String namespace,
      ObjectNode tree,
      boolean dryRun,
      Consumer<ObjectNode> track) {
    ObjectNode metadata = tree.withObject("/metadata");
    if (!metadata.path("resourceVersion").asText("").isEmpty()) {
      throw StatusException.of(
          500, "", "resourceVersion should not be set on objects to be created");
    }
    String name = ObjectNames.of(type, metadata, release, timeline.random());
    if (type.namespaced()) {
      namespaces.requireActive(namespace, type, name);
      metadata.put("namespace", namespace);
    }
    setServerFields(type, metadata);
    MetadataValidation.check(type, metadata, release);
    type.strategy().prepareForCreate(tree);
    track.accept(tree);
    ObjectKey key = new ObjectKey(type.namespaced() ? namespace : "", name);
    return store(type, key, FieldOrder.ordered(tree), dryRun);
  }

  private void setServerFields(ResourceType type, ObjectNode metadata) {
    metadata.put("uid", Uids.next(timeline.random()));
    metadata.put("creationTimestamp", Timestamps.format(timeline.wall()));
    metadata.remove("deletionTimestamp");
    metadata.remove("managedFields");
    if (release.answersStrictly()) {
      metadata.remove(List.of("deletionGracePeriodSeconds", "selfLink"));
    }
    // Reserves the position of the field; the store sets the value.
    metadata.put("resourceVersion", "");
    if (type.strategy().tracksGeneration()) {
      metadata.put("generation", 1);
    }
  }

  private StoredObject store(ResourceType type, ObjectKey key, ObjectNode tree, boolean dryRun) {
    if (dryRun) {
      if (exists(type, key)) {
        throw StatusException.alreadyExists(type, key.name());
      }
      tree.withObject("/metadata").remove("resourceVersion");
      return StoredObject.of(key, store.revision(), tree);
    }
    StoredObject created = objects(type).create(key, tree);
    if (created == null) {
      throw StatusException.alreadyExists(type, key.name());
    }
    return created;
  }

  /**
   * Updates an object and tracks its managed fields.
   *
   * @param edit returns the object of the request for a copy of the stored one
   */
  StoredObject update(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      WriteContext write,
      UnaryOperator<ObjectNode> edit,
      UpdateRule rule) {
    ManagedFieldsTracker tracking = new ManagedFieldsTracker(type);
    return write(
        type,
        key,
        resourceVersion,
        write.dryRun(),
        before -> {
          ObjectNode given = edit.apply(before.deepCopy());
          JsonNode sent = given.path("metadata").path("managedFields");
          ObjectNode after = rule.merge(type, given, before);
          tracking.update(before, sent, after, write.manager(), timeline.wall());
          return after;
        });
  }

  /**
   * Replaces a stored object. An object that is marked for deletion and loses its last finalizer is
   * removed.
   *
   * @param resourceVersion the expected resource version; empty for any
   * @param change returns the object to store for a tree of the stored one
   */
  StoredObject write(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      boolean dryRun,
      UnaryOperator<ObjectNode> change) {
    ResourceStore.Edit edit =
        (before, tree) -> {
          if (!resourceVersion.isEmpty()
              && !resourceVersion.equals(Long.toString(before.revision()))) {
            throw StatusException.modified(type, key.name());
          }
          return FieldOrder.ordered(change.apply(tree));
        };
    if (dryRun) {
      StoredObject before = get(type, key);
      return StoredObject.of(key, before.revision(), edit.apply(before, before.tree()));
    }
    StoredObject updated =
        objects(type)
            .update(
                key,
                (before, tree) -> {
                  ObjectNode after = edit.apply(before, tree);
                  type.strategy().beforeStoring(after);
                  return after;
                });
    if (updated == null) {
      throw StatusException.notFound(type, key.name());
    }
    if (updated.deleting()
        && !hasFinalizers(updated)
        && !ObjectDeletion.isGraceful(type, updated)) {
      objects(type).remove(key, current -> current.uid().equals(updated.uid()));
    }
    return updated;
  }

  /** Whether something waits for the end of an object. */
  static boolean hasFinalizers(StoredObject object) {
    return !object.tree().path("metadata").path("finalizers").isEmpty();
  }

  private ResourceStore objects(ResourceType type) {
    return store.resource(type.id());
  }
}
