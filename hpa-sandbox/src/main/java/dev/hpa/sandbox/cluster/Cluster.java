package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The registry of an API server: reads, creates, updates and deletes objects by the rules of their
 * resource. All trees are in the storage version of their resource.
 *
 * <p>Thread-safe. A request that fails throws a {@link StatusException} and changes nothing.
 */
public final class Cluster {

  private static final String NO_SUBRESOURCE = "";
  private static final String STATUS = "status";

  private final KubernetesVersion version;
  private final Store store;
  private final Timeline timeline;
  private final ServedResources resources;
  private final NamespaceLifecycle namespaces;
  private final UpdateMerge merge;
  private final ObjectWriter writer;
  private final ObjectDeletion deletion;

  public Cluster(Store store, Timeline timeline) {
    this(store, timeline, KubernetesVersion.DEFAULT, HpaFeatureGates.DEFAULT);
  }

  /**
   * @param version the Kubernetes version of the API server
   * @param gates the feature gates of HorizontalPodAutoscalers
   */
  public Cluster(Store store, Timeline timeline, KubernetesVersion version, HpaFeatureGates gates) {
    this.version = version;
    this.store = store;
    this.timeline = timeline;
    this.resources = new ServedResources(ResourceTypes.all(version, gates));
    this.namespaces = new NamespaceLifecycle(objects(ResourceTypes.NAMESPACES), timeline);
    this.merge = new UpdateMerge(version);
    this.writer = new ObjectWriter(store, timeline, namespaces, version);
    this.deletion = new ObjectDeletion(store, timeline, namespaces, writer);
    objects(ResourceTypes.CUSTOM_RESOURCE_DEFINITIONS)
        .onChange(new CustomResourceRegistrar(store, resources)::apply);
  }

  /** The Kubernetes version of the API server. */
  public KubernetesVersion version() {
    return version;
  }

  /** The resources that this cluster serves. */
  public ServedResources resources() {
    return resources;
  }

  public Store store() {
    return store;
  }

  public Timeline timeline() {
    return timeline;
  }

  /**
   * The wall-clock time of the cluster, for timestamps and for comparisons with them. Durations are
   * measured with the monotonic {@link #timeline}.
   */
  public Instant now() {
    return timeline.wall();
  }

  /** The objects of a resource. */
  public ResourceStore objects(ResourceType type) {
    return store.resource(type.id());
  }

  /**
   * The object with this key.
   *
   * @throws StatusException with reason NotFound when it does not exist
   */
  public StoredObject get(ResourceType type, ObjectKey key) {
    return writer.get(type, key);
  }

  /** The object with this key, or null when it does not exist. */
  public @Nullable StoredObject find(ResourceType type, ObjectKey key) {
    return objects(type).get(key);
  }

  /**
   * Creates an object on behalf of the sandbox. Its managed fields are not tracked.
   *
   * @param tree owned by the cluster from now on; its namespace is set to {@code namespace}
   * @return the stored object; with {@code dryRun} the object that would be stored
   */
  public StoredObject create(ResourceType type, String namespace, ObjectNode tree, boolean dryRun) {
    return writer.create(asServed(type), namespace, tree, dryRun, object -> {});
  }

  /** Creates an object on behalf of a client, which becomes the manager of its fields. */
  public StoredObject create(
      ResourceType type, String namespace, ObjectNode tree, WriteContext write) {
    return writer.create(type, namespace, tree, write);
  }

  /**
   * Updates an object on behalf of the sandbox: the spec and the metadata that users may set come
   * from {@code edit}, the status and the metadata that the server sets from the stored object.
   *
   * @param edit returns the new object for a copy of the stored one
   * @param resourceVersion the expected resource version; empty for any
   */
  public StoredObject update(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      boolean dryRun) {
    WriteContext write = WriteContext.ofControllers(type, NO_SUBRESOURCE, dryRun);
    return update(type, key, resourceVersion, edit, write);
  }

  /** Updates an object on behalf of a client. */
  public StoredObject update(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      WriteContext write) {
    return writer.update(asServed(type), key, resourceVersion, write, edit, merge::ofUpdate);
  }

  /** The type with the strategy of this cluster's version. */
  private ResourceType asServed(ResourceType type) {
    ResourceType served = resources.find(type.group(), type.plural());
    return served == null ? type : served;
  }

  /** Updates the status of an object, and the metadata that users may set, for the sandbox. */
  public StoredObject updateStatus(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      boolean dryRun) {
    WriteContext write = WriteContext.ofControllers(type, STATUS, dryRun);
    return updateStatus(type, key, resourceVersion, edit, write);
  }

  /** Updates the status of an object on behalf of a client. */
  public StoredObject updateStatus(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      WriteContext write) {
    return writer.update(asServed(type), key, resourceVersion, write, edit, merge::ofStatusUpdate);
  }

  /**
   * Deletes an object. An object with finalizers or with a grace period gets a deletion timestamp
   * instead.
   */
  public Deleted delete(ResourceType type, ObjectKey key, DeleteOptions options) {
    return deletion.delete(type, key, options);
  }

  /**
   * The result of a deletion.
   *
   * @param object its last state
   * @param removed whether it no longer exists; otherwise it has a deletion timestamp
   */
  public record Deleted(StoredObject object, boolean removed) {}

  /** Removes a namespace that is terminating and has no finalizers in its metadata. */
  public void removeNamespace(ObjectKey key) {
    namespaces.remove(key);
  }
}
