package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.sandbox.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes managedFields for updates and server-side apply.
 *
 * <p>By its schema, an object consists of fields: fields of structs, elements of lists that are
 * maps or sets, and leaves, which are scalars and atomic values. Each manager owns a set of fields;
 * managers may share a field. Two operations change the sets:
 *
 * <ul>
 *   <li>An <b>update</b> replaces the object. The manager becomes the owner of the fields that
 *       differ, and all others lose them: {@code own = own - removed + changed}, {@code other =
 *       other - removed - changed}.
 *   <li>An <b>apply</b> merges a configuration into the object, and the fields of the configuration
 *       are the manager's new set. Fields of its previous set that are neither in the new set nor
 *       in the set of another manager are removed from the object. A changed field in another
 *       manager's set is a conflict: the apply is rejected or, when forced, the other manager loses
 *       the field. A field that already has the applied value becomes shared, without a conflict.
 * </ul>
 *
 * <p>Each set is relative to one version. For a manager with another version than the write, both
 * objects are compared in the manager's version. Updates do not track an object without managers;
 * the first apply assigns all its existing fields to {@code before-first-apply}.
 *
 * <p>Fields that identify an object have no manager. Immutable. Source: Kubernetes' server-side
 * apply and structured-merge-diff.
 */
public final class FieldManager {

  /** The manager of fields that existed before the first apply. */
  private static final String BEFORE_FIRST_APPLY = "before-first-apply";

  /** The manager that takes over the fields of its client-side apply. */
  private static final String KUBECTL = "kubectl";

  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

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

  /**
   * The result of an apply.
   *
   * @param object the object, in the version of the configuration
   */
  public record Applied(ObjectNode object, FieldManager managers) {}

  /**
   * Applies a configuration.
   *
   * @param live the object, or {@link #emptied} for a new one, in the version of the manager; not
   *     modified
   * @param configuration in the same version; not modified
   * @param force whether to take conflicting fields over
   * @throws FieldConflictException if there are conflicts
   * @throws InvalidConfigurationException if the configuration does not match its schema
   */
  public Applied applied(
      ObjectNode live,
      ObjectNode configuration,
      FieldManagerId manager,
      boolean force,
      Instant now) {
    FieldManager tracked = managers.isEmpty() ? beforeFirstApply(live, manager, now) : this;
    return tracked.apply(live, reduced(configuration, manager), manager, force, now);
  }

  private FieldManager beforeFirstApply(ObjectNode live, FieldManagerId manager, Instant now) {
    FieldManagerId unknown =
        new FieldManagerId(BEFORE_FIRST_APPLY, false, manager.apiVersion(), "");
    return updated(emptied(live, manager.apiVersion()), live, unknown, now);
  }

  /** The empty object of a version, before the first write. */
  public ObjectNode emptied(ObjectNode object, String apiVersion) {
    ObjectNode empty = ZeroValue.of(schema(apiVersion));
    empty.set("kind", object.path("kind"));
    return empty.put("apiVersion", apiVersion);
  }

  private Applied apply(
      ObjectNode live,
      ObjectNode configuration,
      FieldManagerId manager,
      boolean force,
      Instant now) {
    Schema schema = schema(manager.apiVersion());
    ApplyValidation.require(schema, configuration);
    ManagedFields.Entry last = managers.of(manager);
    FieldSet wanted = ValueParts.fields(schema, configuration);
    Instant time = last == null ? null : last.time();
    ManagedFields stated =
        managers.with(new ManagedFields.Entry(manager, wanted.without(IDENTITY), time));
    ObjectNode merged = ApplyMerge.of(schema, live, configuration);
    ObjectNode object = merged;
    if (last != null) {
      // With the fields that identify the object, which have no manager but must not be removed.
      ManagedFields kept = managers.with(new ManagedFields.Entry(manager, wanted, time));
      object = pruned(merged, last, manager, kept);
    }
    Differences differences = new Differences(live, object, manager);
    if (!force) {
      requireNoConflict(stated, manager, differences, lastAppliedByKubectl(live, manager));
    }
    ManagedFields after =
        stated.each(entry -> entry.manager().isSame(manager) ? entry : without(entry, differences));
    return new Applied(object, new FieldManager(versions, timed(after, manager, differences, now)));
  }

  private static ManagedFields timed(
      ManagedFields after, FieldManagerId manager, Differences differences, Instant now) {
    ManagedFields.Entry own = after.of(manager);
    return own == null || differences.isEmpty()
        ? after
        : after.with(new ManagedFields.Entry(manager, own.fields(), now));
  }

  private static void requireNoConflict(
      ManagedFields stated, FieldManagerId manager, Differences differences, FieldSet allowed) {
    List<FieldConflict> conflicts = new ArrayList<>();
    for (ManagedFields.Entry entry : stated.entries()) {
      FieldDiff comparison = differences.in(entry.manager().apiVersion());
      if (comparison != null && !entry.manager().isSame(manager)) {
        FieldSet taken = entry.fields().and(comparison.changed()).without(allowed);
        FieldManagerId owner = entry.manager().asSeenBy(manager);
        taken.paths().forEach(path -> conflicts.add(conflict(owner, path)));
      }
    }
    conflicts.sort(Comparator.comparing(FieldConflict::manager));
    if (!conflicts.isEmpty()) {
      throw new FieldConflictException(conflicts);
    }
  }

  private static FieldConflict conflict(FieldManagerId owner, List<PathElement> path) {
    StringBuilder field = new StringBuilder();
    path.forEach(field::append);
    return new FieldConflict(owner.toString(), field.toString());
  }

  /** Removes the fields that the manager no longer applies and no other manager owns. */
  private ObjectNode pruned(
      ObjectNode merged, ManagedFields.Entry last, FieldManagerId manager, ManagedFields stated) {
    String version = last.manager().apiVersion();
    if (versions.schema(version) == null) {
      return merged;
    }
    ObjectNode all = versions.convert(merged, version);
    Schema schema = schema(version);
    ObjectNode rest = ApplyMerge.without(schema, all, last.fields().withNamed(schema));
    for (Map.Entry<String, FieldSet> owned : owned(stated, version).entrySet()) {
      rest = withOwned(all, rest, owned.getKey(), owned.getValue());
    }
    FieldSet removed = named(schema, all).without(named(schema, rest));
    ObjectNode pruned =
        ApplyMerge.without(schema, all, removed.and(last.fields().withNamed(schema)));
    return versions.convert(pruned, manager.apiVersion());
  }

  /** All owned fields by version, the given version first. */
  private Map<String, FieldSet> owned(ManagedFields stated, String first) {
    Map<String, FieldSet> owned = new LinkedHashMap<>();
    owned.put(first, FieldSet.EMPTY);
    for (ManagedFields.Entry entry : stated.entries()) {
      if (versions.schema(entry.manager().apiVersion()) != null) {
        owned.merge(entry.manager().apiVersion(), entry.fields(), FieldSet::or);
      }
    }
    return owned;
  }

  /** Restores the fields that are owned in a version. */
  private ObjectNode withOwned(ObjectNode all, ObjectNode rest, String version, FieldSet owned) {
    Schema schema = schema(version);
    ObjectNode whole = versions.convert(all, version);
    FieldSet left = named(schema, versions.convert(rest, version));
    FieldSet removed = named(schema, whole).without(left.or(owned.withNamed(schema)));
    String back = all.path("apiVersion").asText();
    return versions.convert(ApplyMerge.without(schema, whole, removed), back);
  }

  private static FieldSet named(Schema schema, ObjectNode object) {
    return ValueParts.fields(schema, object).withNamed(schema);
  }

  /**
   * The fields that still have the values of kubectl's last client-side apply. They do not conflict
   * when kubectl changes to server-side apply.
   */
  private FieldSet lastAppliedByKubectl(ObjectNode live, FieldManagerId manager) {
    JsonNode text = live.path("metadata").path("annotations").path(LAST_APPLIED);
    if (!manager.name().equals(KUBECTL) || !text.isTextual()) {
      return FieldSet.EMPTY;
    }
    try {
      JsonNode configuration = Json.tree(text.asText());
      Schema schema = schema(manager.apiVersion());
      FieldDiff since = FieldDiff.of(schema, configuration, live);
      return ValueParts.fields(schema, configuration).without(since.modified());
    } catch (JsonFormatException malformed) {
      return FieldSet.EMPTY;
    }
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

    boolean isEmpty() {
      return before.equals(after);
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
