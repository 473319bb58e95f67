package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.fields.FieldConflictException;
import dev.hpa.sandbox.fields.FieldManager;
import dev.hpa.sandbox.fields.InvalidConfigurationException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.function.UnaryOperator;

/**
 * Server-side apply: merges a configuration into the stored object, removes the fields that the
 * manager no longer applies and that no other manager owns, and creates the object if needed.
 */
final class ApplyWriter {

  private static final String STATUS = "status";

  private final ObjectWriter writer;
  private final UpdateMerge merge;
  private final Timeline timeline;

  ApplyWriter(ObjectWriter writer, UpdateMerge merge, Timeline timeline) {
    this.writer = writer;
    this.merge = merge;
    this.timeline = timeline;
  }

  /** As {@link Cluster#apply}. */
  Cluster.Applied apply(
      ResourceType type,
      ObjectKey key,
      ObjectNode configuration,
      UnaryOperator<ObjectNode> decoder,
      boolean force,
      WriteContext write) {
    boolean isSubresource = !write.manager().subresource().isEmpty();
    if (!isSubresource && !writer.exists(type, key)) {
      return new Cluster.Applied(create(type, key, configuration, decoder, write), true);
    }
    String resourceVersion = configuration.path("metadata").path("resourceVersion").asText("");
    ManagedFieldsTracker tracking = new ManagedFieldsTracker(type);
    StoredObject stored =
        writer.write(
            type,
            key,
            resourceVersion,
            write.dryRun(),
            before -> {
              ObjectNode live = tracking.convert(before, write.manager().apiVersion());
              FieldManager managers = FieldManager.of(tracking, before);
              FieldManager.Applied applied =
                  merge(type, managers, live, configuration, force, write);
              ObjectNode given = decoder.apply(applied.object());
              ObjectNode after =
                  write.manager().subresource().equals(STATUS)
                      ? merge.ofStatusUpdate(type, given, before)
                      : merge.ofUpdate(type, given, before);
              applied.managers().writeTo(after);
              return after;
            });
    return new Cluster.Applied(stored, false);
  }

  private StoredObject create(
      ResourceType type,
      ObjectKey key,
      ObjectNode configuration,
      UnaryOperator<ObjectNode> decoder,
      WriteContext write) {
    FieldManager none = FieldManager.none(new ManagedFieldsTracker(type));
    ObjectNode empty = none.emptied(configuration, write.manager().apiVersion());
    FieldManager.Applied applied = merge(type, none, empty, configuration, false, write);
    ObjectNode placed = applied.object();
    if (type.namespaced()) {
      placed.withObject("/metadata").put("namespace", key.namespace());
    }
    ObjectNode given = decoder.apply(placed);
    return writer.create(
        type, key.namespace(), given, write.dryRun(), object -> applied.managers().writeTo(object));
  }

  private FieldManager.Applied merge(
      ResourceType type,
      FieldManager managers,
      ObjectNode live,
      ObjectNode configuration,
      boolean force,
      WriteContext write) {
    try {
      return managers.applied(live, configuration, write.manager(), force, timeline.wall());
    } catch (FieldConflictException e) {
      throw StatusException.conflicts(e.conflicts());
    } catch (InvalidConfigurationException e) {
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
                  e.getMessage()));
    }
  }
}
