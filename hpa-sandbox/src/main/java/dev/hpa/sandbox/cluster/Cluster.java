package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.fields.ConfigurationException;
import dev.hpa.sandbox.fields.ConflictException;
import dev.hpa.sandbox.fields.FieldManager;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writing and deleting objects by the rules of an API server. All trees are in the stored version
 * of their resource.
 *
 * <p>Thread-safe. Every refusal is a {@link StatusException} and leaves everything as it was.
 */
public final class Cluster {

  private static final String WHOLE = "";
  private static final String STATUS = "status";
  private static final String FOREGROUND_FINALIZER = "foregroundDeletion";
  private static final long DEFAULT_GRACE_SECONDS = 30;
  private static final Set<String> IMMORTAL = Set.of("default", "kube-public", "kube-system");

  private final Store store;
  private final Timeline timeline;
  private final ServedResources resources;

  public Cluster(Store store, Timeline timeline) {
    this(store, timeline, HpaFeatureGates.DEFAULT);
  }

  /**
   * @param gates which features of autoscalers are turned on
   */
  public Cluster(Store store, Timeline timeline, HpaFeatureGates gates) {
    this.store = store;
    this.timeline = timeline;
    this.resources = new ServedResources(ResourceTypes.all(gates));
    objects(ResourceTypes.CUSTOM_RESOURCE_DEFINITIONS)
        .onChange(new CustomResourceTypes(store, resources)::apply);
  }

  /** The resources it serves. */
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
   * The time that clocks in the cluster show, for stamps and for whatever is compared with them.
   * What is measured goes by {@link #timeline}, which never leaps.
   */
  public Instant now() {
    return timeline.wall();
  }

  /** The objects of a resource. */
  public ResourceStore objects(ResourceType type) {
    return store.resource(type.id());
  }

  /** The object, or a refusal with NotFound. */
  public StoredObject get(ResourceType type, ObjectKey key) {
    StoredObject object = objects(type).get(key);
    if (object == null) {
      throw StatusException.notFound(type, key.name());
    }
    return object;
  }

  /**
   * Creates an object of the sandbox's own, of which nobody keeps account who wrote what.
   *
   * @param tree taken over; its namespace is set to the given one
   * @return the stored object; with {@code dryRun} what would have been stored
   */
  public StoredObject create(ResourceType type, String namespace, ObjectNode tree, boolean dryRun) {
    return create(type, namespace, tree, dryRun, object -> {});
  }

  /** Creates an object for a client; its fields are the client's. */
  public StoredObject create(ResourceType type, String namespace, ObjectNode tree, Write write) {
    FieldTracking tracking = new FieldTracking(type);
    List<JsonPointer> filledIn = tracking.filledIn(tree);
    return create(
        type,
        namespace,
        tree,
        write.dryRun(),
        object -> tracking.created(object, filledIn, write.manager(), now()).writeTo(object));
  }

  /**
   * @param track notes in the metadata of the finished object who owns its fields
   */
  private StoredObject create(
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
    String name = nameFor(type, metadata);
    if (type.namespaced()) {
      requireLivingNamespace(namespace, type, name);
      metadata.put("namespace", namespace);
    }
    metadata.put("uid", UUID.randomUUID().toString());
    metadata.put("creationTimestamp", Timestamps.format(now()));
    metadata.remove("deletionTimestamp");
    metadata.remove("managedFields");
    // Keeps the place for the one the store gives.
    metadata.put("resourceVersion", "");
    if (type.rules().countsGenerations()) {
      metadata.put("generation", 1);
    }
    MetadataRules.check(type, metadata);
    type.rules().onCreate(tree);
    track.accept(tree);
    ObjectKey key = new ObjectKey(type.namespaced() ? namespace : "", name);
    ObjectNode ordered = ObjectOrder.ordered(tree);
    if (dryRun) {
      if (objects(type).get(key) != null) {
        throw StatusException.alreadyExists(type, name);
      }
      ordered.withObject("/metadata").remove("resourceVersion");
      return StoredObject.of(key, store.revision(), ordered);
    }
    StoredObject created = objects(type).create(key, ordered);
    if (created == null) {
      throw StatusException.alreadyExists(type, name);
    }
    return created;
  }

  private static String nameFor(ResourceType type, ObjectNode metadata) {
    String name = metadata.path("name").asText("");
    if (!name.isEmpty()) {
      return name;
    }
    String prefix = metadata.path("generateName").asText("");
    if (prefix.isEmpty()) {
      throw StatusException.invalid(
          type,
          "",
          java.util.List.of(
              StatusException.Cause.required("metadata.name", "name or generateName is required")));
    }
    String generated = prefix + randomSuffix();
    metadata.put("name", generated);
    return generated;
  }

  /** Five characters without vowels, so that no word comes out by chance. */
  private static String randomSuffix() {
    String alphabet = "bcdfghjklmnpqrstvwxz2456789";
    StringBuilder suffix = new StringBuilder(5);
    for (int i = 0; i < 5; i++) {
      suffix.append(alphabet.charAt(ThreadLocalRandom.current().nextInt(alphabet.length())));
    }
    return suffix.toString();
  }

  private void requireLivingNamespace(String namespace, ResourceType type, String name) {
    StoredObject found = objects(ResourceTypes.NAMESPACES).get(new ObjectKey("", namespace));
    if (found == null) {
      throw StatusException.notFound(ResourceTypes.NAMESPACES, namespace);
    }
    if (found.deleting()) {
      throw StatusException.terminating(type, name, namespace);
    }
  }

  /**
   * Replaces an object: spec and metadata of users as given, status and metadata of the system as
   * stored.
   *
   * @param edit makes the new object of a tree of the stored one
   * @param resourceVersion the state the edit is meant for; empty for any
   */
  public StoredObject update(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      boolean dryRun) {
    return update(type, key, resourceVersion, edit, Write.ofControllers(type, WHOLE, dryRun));
  }

  /** The same for a client. */
  public StoredObject update(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      Write write) {
    return tracked(
        type,
        key,
        resourceVersion,
        write,
        edit,
        (given, before) -> replacement(type, given, before));
  }

  /** Replaces the status of an object and what users may change of its metadata. */
  public StoredObject updateStatus(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      boolean dryRun) {
    return updateStatus(
        type, key, resourceVersion, edit, Write.ofControllers(type, STATUS, dryRun));
  }

  /** The same for a client. */
  public StoredObject updateStatus(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      UnaryOperator<ObjectNode> edit,
      Write write) {
    return tracked(
        type,
        key,
        resourceVersion,
        write,
        edit,
        (given, before) -> withStatus(type, given, before));
  }

  private StoredObject tracked(
      ResourceType type,
      ObjectKey key,
      String resourceVersion,
      Write write,
      UnaryOperator<ObjectNode> edit,
      BinaryOperator<ObjectNode> admit) {
    FieldTracking tracking = new FieldTracking(type);
    return write(
        type,
        key,
        resourceVersion,
        write.dryRun(),
        before -> {
          ObjectNode given = edit.apply(before.deepCopy());
          JsonNode sent = given.path("metadata").path("managedFields");
          ObjectNode after = admit.apply(given, before);
          tracking.update(before, sent, after, write.manager(), now());
          return after;
        });
  }

  /** What is stored when an object is given in place of another. */
  private static ObjectNode replacement(ResourceType type, ObjectNode given, ObjectNode before) {
    ObjectNode after = settled(given, before);
    MetadataRules.check(type, after.withObject("/metadata"), before.path("metadata"));
    if (type.hasStatus()) {
      copy(before, after, STATUS);
    }
    type.rules().onUpdate(after, before);
    if (type.rules().countsGenerations() && specDiffers(after, before)) {
      after
          .withObject("/metadata")
          .put("generation", before.path("metadata").path("generation").asLong() + 1);
    }
    return after;
  }

  /** What is stored when an object is given for its status. */
  private static ObjectNode withStatus(ResourceType type, ObjectNode given, ObjectNode before) {
    ObjectNode after = before.deepCopy();
    copy(settled(given, before), after, "metadata");
    copy(given, after, STATUS);
    type.rules().onStatusUpdate(after, before);
    return after;
  }

  /**
   * Applies a configuration: the object gets what it states, and loses what the manager stated
   * before and nobody else has. An object that is not there is created.
   *
   * @param configuration in the version of the manager; it is left as it is
   * @param intake makes an object of the stored version of one in that version, and may refuse it
   * @param force whether fields are taken from their owners
   */
  public Applied apply(
      ResourceType type,
      ObjectKey key,
      ObjectNode configuration,
      UnaryOperator<ObjectNode> intake,
      boolean force,
      Write write) {
    boolean whole = write.manager().subresource().equals(WHOLE);
    if (whole && objects(type).get(key) == null) {
      return new Applied(createApplied(type, key, configuration, intake, write), true);
    }
    String resourceVersion = configuration.path("metadata").path("resourceVersion").asText("");
    FieldTracking tracking = new FieldTracking(type);
    StoredObject stored =
        write(
            type,
            key,
            resourceVersion,
            write.dryRun(),
            before -> {
              ObjectNode live = tracking.convert(before, write.manager().apiVersion());
              FieldManager.Applied applied =
                  applied(
                      type, FieldManager.of(tracking, before), live, configuration, force, write);
              ObjectNode given = intake.apply(applied.object());
              ObjectNode after =
                  write.manager().subresource().equals(STATUS)
                      ? withStatus(type, given, before)
                      : replacement(type, given, before);
              applied.ownership().writeTo(after);
              return after;
            });
    return new Applied(stored, false);
  }

  private StoredObject createApplied(
      ResourceType type,
      ObjectKey key,
      ObjectNode configuration,
      UnaryOperator<ObjectNode> intake,
      Write write) {
    FieldManager none = FieldManager.none(new FieldTracking(type));
    ObjectNode empty = none.emptied(configuration, write.manager().apiVersion());
    FieldManager.Applied applied = applied(type, none, empty, configuration, false, write);
    ObjectNode given = intake.apply(applied.object());
    return create(
        type,
        key.namespace(),
        given,
        write.dryRun(),
        object -> applied.ownership().writeTo(object));
  }

  private FieldManager.Applied applied(
      ResourceType type,
      FieldManager owners,
      ObjectNode live,
      ObjectNode configuration,
      boolean force,
      Write write) {
    try {
      return owners.applied(live, configuration, write.manager(), force, now());
    } catch (ConflictException refusal) {
      throw StatusException.conflicts(refusal.conflicts());
    } catch (ConfigurationException unfit) {
      JsonNode metadata = configuration.path("metadata");
      ApiGroupVersion version = ApiGroupVersion.parse(write.manager().apiVersion());
      throw StatusException.of(
          500,
          "",
          "failed to create typed patch object (%s/%s; %s/%s, Kind=%s): %s"
              .formatted(
                  metadata.path("namespace").asText(""),
                  metadata.path("name").asText(""),
                  version.group(),
                  version.version(),
                  type.kind(),
                  unfit.getMessage()));
    }
  }

  /** An object after an apply, and whether it was created by it. */
  public record Applied(StoredObject object, boolean created) {}

  private StoredObject write(
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
          return ObjectOrder.ordered(change.apply(tree));
        };
    if (dryRun) {
      StoredObject before = get(type, key);
      return StoredObject.of(key, before.revision(), edit.apply(before, before.tree()));
    }
    StoredObject updated = objects(type).update(key, edit);
    if (updated == null) {
      throw StatusException.notFound(type, key.name());
    }
    if (updated.deleting() && finalizers(updated.tree()).isEmpty() && !isGraceful(type, updated)) {
      objects(type).remove(key, current -> current.uid().equals(updated.uid()));
    }
    return updated;
  }

  /** What only the system sets stays as it is stored. */
  private static ObjectNode settled(ObjectNode after, ObjectNode before) {
    ObjectNode metadata = after.withObject("/metadata");
    JsonNode old = before.path("metadata");
    for (String field :
        new String[] {
          "name",
          "namespace",
          "uid",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generation",
          "resourceVersion",
          "generateName",
          "selfLink"
        }) {
      copy(old, metadata, field);
    }
    metadata.remove("managedFields");
    copy(before, after, "kind");
    copy(before, after, "apiVersion");
    return after;
  }

  private static void copy(JsonNode from, ObjectNode to, String field) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }

  private static boolean specDiffers(ObjectNode after, ObjectNode before) {
    List<String> others = List.of("metadata", "status");
    return !after.deepCopy().without(others).equals(before.deepCopy().without(others));
  }

  /**
   * Deletes an object, at once or, for what has finalizers, dependents to wait for or a grace
   * period, by marking it.
   *
   * @return the object as it was last seen; {@link StoredObject#deleting} tells whether it is still
   *     there
   */
  public Deleted delete(ResourceType type, ObjectKey key, DeleteOptions options) {
    StoredObject found = get(type, key);
    if (options.uid() != null && !options.uid().equals(found.uid())) {
      throw StatusException.precondition(
          type,
          key.name(),
          "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
              .formatted(options.uid(), found.uid()));
    }
    if (options.resourceVersion() != null
        && !options.resourceVersion().equals(Long.toString(found.revision()))) {
      throw StatusException.precondition(
          type,
          key.name(),
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%d). The object might have been modified"
              .formatted(options.resourceVersion(), found.revision()));
    }
    if (type.equals(ResourceTypes.NAMESPACES) && IMMORTAL.contains(key.name())) {
      throw StatusException.forbidden(type, key.name(), "this namespace may not be deleted");
    }
    if (options.dryRun()) {
      return new Deleted(found, true);
    }
    if (options.propagation() == DeleteOptions.Propagation.ORPHAN) {
      orphanDependents(found.uid());
    }
    if (type.equals(ResourceTypes.NAMESPACES)) {
      return new Deleted(terminating(key), false);
    }
    boolean foreground = options.propagation() == DeleteOptions.Propagation.FOREGROUND;
    long grace = graceSeconds(type, found, options);
    if (foreground || grace > 0 || !finalizers(found.tree()).isEmpty()) {
      return new Deleted(marked(type, key, grace, foreground), false);
    }
    StoredObject removed = objects(type).remove(key, current -> current.uid().equals(found.uid()));
    return new Deleted(removed == null ? found : removed, true);
  }

  /**
   * A namespace outlives its deletion until somebody has emptied it and calls {@link
   * #removeNamespace}.
   */
  private StoredObject terminating(ObjectKey key) {
    String now = Timestamps.format(now());
    StoredObject marked =
        objects(ResourceTypes.NAMESPACES)
            .update(
                key,
                (before, tree) -> {
                  if (!before.deleting()) {
                    tree.withObject("/metadata").put("deletionTimestamp", now);
                  }
                  tree.withObject("/status").put("phase", "Terminating");
                  return ObjectOrder.ordered(tree);
                });
    if (marked == null) {
      throw StatusException.notFound(ResourceTypes.NAMESPACES, key.name());
    }
    return marked;
  }

  /** Removes a namespace that is marked as going and that no finalizer of its metadata holds. */
  public void removeNamespace(ObjectKey key) {
    objects(ResourceTypes.NAMESPACES)
        .remove(key, found -> found.deleting() && finalizers(found.tree()).isEmpty());
  }

  /** An object that is gone or marked as going. */
  public record Deleted(StoredObject object, boolean gone) {}

  private StoredObject marked(
      ResourceType type, ObjectKey key, long graceSeconds, boolean foreground) {
    Instant now = now();
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
                    if (type.rules().countsGenerations()) {
                      metadata.put("generation", metadata.path("generation").asLong() + 1);
                    }
                  }
                  if (foreground && !has(finalizers(tree), FOREGROUND_FINALIZER)) {
                    metadata.withArray("finalizers").add(FOREGROUND_FINALIZER);
                  }
                  return ObjectOrder.ordered(tree);
                });
    if (marked == null) {
      throw StatusException.notFound(type, key.name());
    }
    return marked;
  }

  /** Pods that run somewhere are given time to end; all else goes at once. */
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

  private static boolean isGraceful(ResourceType type, StoredObject object) {
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

  /** Takes the mark off that holds an object until its dependents are gone. */
  public void releaseForeground(ResourceType type, ObjectKey key) {
    write(
        type,
        key,
        "",
        false,
        tree -> {
          ArrayNode finalizers = tree.withObject("/metadata").withArray("finalizers");
          for (int i = finalizers.size() - 1; i >= 0; i--) {
            if (finalizers.get(i).asText().equals(FOREGROUND_FINALIZER)) {
              finalizers.remove(i);
            }
          }
          if (finalizers.isEmpty()) {
            tree.withObject("/metadata").remove("finalizers");
          }
          return tree;
        });
  }

  /** Whether an object waits for its dependents to go. */
  public static boolean waitsForDependents(StoredObject object) {
    return object.deleting() && has(finalizers(object.tree()), FOREGROUND_FINALIZER);
  }

  private static JsonNode finalizers(ObjectNode tree) {
    return tree.path("metadata").path("finalizers");
  }

  private static boolean has(JsonNode list, String text) {
    for (JsonNode each : list) {
      if (each.asText().equals(text)) {
        return true;
      }
    }
    return false;
  }

  /** The key of an object that is known to be there, or null when it is not. */
  public @Nullable StoredObject find(ResourceType type, ObjectKey key) {
    return objects(type).get(key);
  }
}
