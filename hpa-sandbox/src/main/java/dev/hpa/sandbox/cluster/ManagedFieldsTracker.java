package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.ResourceType.ScalePaths;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import dev.hpa.sandbox.fields.FieldManager;
import dev.hpa.sandbox.fields.FieldManagerId;
import dev.hpa.sandbox.fields.VersionConverter;
import dev.hpa.sandbox.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tracks managedFields in the objects of a resource. Objects that the sandbox itself creates, such
 * as pods, are not tracked, which saves memory.
 */
final class ManagedFieldsTracker implements VersionConverter {

  private static final String STATUS = "status";
  private static final String SCALE = "scale";

  private final ResourceType type;

  ManagedFieldsTracker(ResourceType type) {
    this.type = type;
  }

  @Override
  public @Nullable Schema schema(String apiVersion) {
    return type.version(ApiGroupVersion.parse(apiVersion))
        .map(version -> version.types(type.kind()))
        .orElse(null);
  }

  @Override
  public ObjectNode convert(ObjectNode object, String apiVersion) {
    String from = object.path("apiVersion").asText();
    if (from.equals(apiVersion)) {
      return object;
    }
    Version source = version(from);
    ObjectNode stored =
        source.stored() ? object.deepCopy() : source.toStored().apply(Json.text(object));
    stored.put("kind", type.kind()).put("apiVersion", type.storedVersion().apiVersion());
    Version wanted = version(apiVersion);
    return wanted.stored() ? stored : wanted.fromStored().apply(stored);
  }

  private Version version(String apiVersion) {
    return type.version(ApiGroupVersion.parse(apiVersion)).orElseThrow();
  }

  @Override
  public Set<String> untouched(String subresource) {
    if (subresource.equals(STATUS)) {
      return Set.of("spec");
    }
    return type.hasStatus() ? Set.of(STATUS) : Set.of();
  }

  /**
   * The managed fields of a new object.
   *
   * @param given the {@code metadata.managedFields} that the client sent
   */
  FieldManager created(ObjectNode object, JsonNode given, FieldManagerId manager, Instant now) {
    ObjectNode shown = convert(object, manager.apiVersion());
    FieldManager owners = FieldManager.none(this).replacedBy(given);
    return owners.updated(owners.emptied(shown, manager.apiVersion()), shown, manager, now);
  }

  /**
   * Writes the managed fields after an update into {@code after}.
   *
   * @param sent the {@code metadata.managedFields} that the client sent
   */
  void update(
      ObjectNode before, JsonNode sent, ObjectNode after, FieldManagerId manager, Instant now) {
    FieldManager owners = FieldManager.of(this, before);
    if (manager.subresource().isEmpty()) {
      owners = owners.replacedBy(sent);
    }
    if (isTracked(owners, manager)) {
      String version = manager.apiVersion();
      owners = owners.updated(convert(before, version), convert(after, version), manager, now);
    }
    owners.writeTo(after);
  }

  /** A write to the scale subresource is tracked only when the replicas have a manager. */
  private boolean isTracked(FieldManager owners, FieldManagerId manager) {
    ScalePaths scale = type.scale();
    if (scale != null && manager.subresource().equals(SCALE)) {
      return owners.hasOwner(names(scale.specReplicas()));
    }
    return !owners.isEmpty();
  }

  private static List<String> names(JsonPointer place) {
    List<String> names = new ArrayList<>();
    for (JsonPointer rest = place; !rest.matches(); rest = rest.tail()) {
      names.add(rest.getMatchingProperty());
    }
    return names;
  }
}
