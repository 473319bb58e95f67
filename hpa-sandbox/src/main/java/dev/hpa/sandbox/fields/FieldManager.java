package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes managedFields: who wrote which fields last, and when.
 *
 * <p>By its schema, an object consists of fields: fields of structs, elements of lists that are
 * maps or sets, and leaves, which are scalars and atomic values. An update replaces the object. The
 * manager becomes the owner of the fields that differ, and all others lose them: {@code own = own -
 * removed + changed}, {@code other = other - removed - changed}.
 *
 * <p>Each set is relative to one version. For a manager with another version than the write, both
 * objects are compared in the manager's version. Objects without managers are not tracked. Fields
 * that identify an object have no manager. Immutable.
 */
public final class FieldManager {

  private static final FieldSet IDENTITY =
      Stream.of(
              FieldSet.ofNames(List.of("apiVersion")),
              FieldSet.ofNames(List.of("kind")),
              FieldSet.ofNames(List.of("metadata")),
              FieldSet.ofNames(List.of("metadata", "name")),
              FieldSet.ofNames(List.of("metadata", "namespace")),
              FieldSet.ofNames(List.of("metadata", "creationTimestamp")),
              FieldSet.ofNames(List.of("metadata", "selfLink")),
              FieldSet.ofNames(List.of("metadata", "uid")),
              FieldSet.ofNames(List.of("metadata", "generation")),
              FieldSet.ofNames(List.of("metadata", "managedFields")),
              FieldSet.ofNames(List.of("metadata", "resourceVersion")))
          .reduce(FieldSet.EMPTY, FieldSet::or);

  private final VersionConverter versions;
  private final ManagedFields managers;

  private FieldManager(VersionConverter versions, ManagedFields managers) {
    this.versions = versions;
    this.managers = managers;
  }

  /** For an object without managed fields. */
  public static FieldManager none(VersionConverter versions) {
    return new FieldManager(versions, ManagedFields.NONE);
  }

  /** Reads the managed fields of an object. */
  public static FieldManager of(VersionConverter versions, JsonNode object) {
    return new FieldManager(
        versions, ManagedFields.read(object.path("metadata").path("managedFields")));
  }

  /**
   * Takes over the managed fields that a client sent, if any. A single empty entry resets them.
   *
   * @param sent the {@code metadata.managedFields} that the client sent
   */
  public FieldManager replacedBy(JsonNode sent) {
    if (sent.size() == 1 && sent.get(0).isEmpty()) {
      return none(versions);
    }
    ManagedFields given = ManagedFields.read(sent);
    return given.isEmpty() ? this : new FieldManager(versions, given);
  }

  /** Whether there are no managers, so that updates need no comparison. */
  public boolean isEmpty() {
    return managers.isEmpty();
  }

  /** Whether a manager owns the field with this path of names. */
  public boolean hasOwner(List<String> names) {
    FieldSet member = FieldSet.ofNames(names);
    return managers.entries().stream().anyMatch(entry -> !entry.fields().and(member).isEmpty());
  }

  /** Writes the managed fields into the metadata of an object. */
  public void writeTo(ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    ArrayNode list = managers.written();
    if (list.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", list);
    }
  }

  /**
   * Computes the managed fields after an update. Both objects are in the version of the manager and
   * are not modified.
   */
  public FieldManager updated(
      ObjectNode before, ObjectNode after, FieldManagerId manager, Instant now) {
    Differences differences = new Differences(before, after, manager);
    FieldDiff comparison = differences.in(manager.apiVersion());
    if (comparison == null) {
      return this;
    }
    FieldSet changed = comparison.changed().without(IDENTITY);
    ManagedFields others = managers.each(entry -> without(entry, differences));
    if (changed.isEmpty()) {
      return new FieldManager(versions, others);
    }
    ManagedFields.Entry own = others.of(manager);
    FieldSet kept = own == null ? FieldSet.EMPTY : own.fields();
    return new FieldManager(
        versions, others.with(new ManagedFields.Entry(manager, kept.or(changed), now)));
  }

  private static ManagedFields.Entry without(ManagedFields.Entry entry, Differences differences) {
    FieldDiff comparison = differences.in(entry.manager().apiVersion());
    FieldSet rest =
        comparison == null
            ? FieldSet.EMPTY
            : entry.fields().without(comparison.changed()).without(comparison.removed());
    return new ManagedFields.Entry(entry.manager(), rest, entry.time());
  }

  /** The empty object of a version, before the first write. */
  public ObjectNode emptied(ObjectNode object, String apiVersion) {
    ObjectNode empty = ZeroValue.of(schema(apiVersion));
    empty.set("kind", object.path("kind"));
    return empty.put("apiVersion", apiVersion);
  }

  /** The object without the fields that a write to the subresource does not change. */
  private ObjectNode reduced(ObjectNode object, FieldManagerId manager) {
    ObjectNode result = JsonNodeFactory.instance.objectNode().setAll(object);
    result.remove(versions.untouched(manager.subresource()));
    return result;
  }

  private Schema schema(String apiVersion) {
    return Objects.requireNonNull(versions.schema(apiVersion), apiVersion);
  }

  /** The differences of two objects, computed per version on demand. */
  private final class Differences {

    private final ObjectNode before;
    private final ObjectNode after;
    private final Map<String, @Nullable FieldDiff> known = new HashMap<>();

    Differences(ObjectNode before, ObjectNode after, FieldManagerId manager) {
      this.before = reduced(before, manager);
      this.after = reduced(after, manager);
    }

    /** Null for an unknown version. */
    @Nullable FieldDiff in(String apiVersion) {
      if (!known.containsKey(apiVersion)) {
        known.put(apiVersion, compared(apiVersion));
      }
      return known.get(apiVersion);
    }

    private @Nullable FieldDiff compared(String apiVersion) {
      Schema schema = versions.schema(apiVersion);
      return schema == null
          ? null
          : FieldDiff.of(
              schema, versions.convert(before, apiVersion), versions.convert(after, apiVersion));
    }
  }
}
