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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who owns which fields of an object, and what becomes of that when somebody writes.
 *
 * <p>An object consists of fields, by its schema: members of objects, elements of lists that have
 * keys or are sets, and leaves, which are plain values and whatever is atomic. A manager has a set
 * of fields; a field may be in several. Two kinds of writes change the sets:
 *
 * <ul>
 *   <li>An <b>update</b> says what the object is now. Whoever updates gets the fields that differ
 *       from before, and all others lose them: {@code own = own - removed + changed}, {@code other
 *       = other - removed - changed}.
 *   <li>An <b>apply</b> says what the manager wants, a configuration. The object is overlaid with
 *       it, and its fields are the manager's new set. Fields of the last set that are not in the
 *       new one, and in nobody else's, leave the object. A field that comes out different than
 *       before and is in another's set is a conflict: the write is refused, or, when forced, the
 *       other loses the field. Who wants what is there anyway owns it too, without a conflict.
 * </ul>
 *
 * <p>Each set is in terms of one version. For a manager of another version than that of the write,
 * both objects are compared in the manager's version. An object nobody owns fields of is not
 * tracked by updates; at the first apply all it has is given to {@code before-first-apply}.
 *
 * <p>Fields that identify an object are nobody's. Immutable. Source: Kubernetes' server-side apply,
 * and the structured merge and diff it rests on.
 */
public final class FieldManager {

  /** Who made what was there before anybody applied. */
  private static final String UNKNOWN = "before-first-apply";

  /** The one manager that takes over from its past as a client that applied by itself. */
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

  private final Versions versions;
  private final ManagedFields managers;

  private FieldManager(Versions versions, ManagedFields managers) {
    this.versions = versions;
    this.managers = managers;
  }

  /** Of an object nobody has written to. */
  public static FieldManager none(Versions versions) {
    return new FieldManager(versions, ManagedFields.NONE);
  }

  /** As the metadata of an object tell. */
  public static FieldManager of(Versions versions, JsonNode object) {
    return new FieldManager(
        versions, ManagedFields.read(object.path("metadata").path("managedFields")));
  }

  /**
   * As a client leaves it that sends an object: what it says of managed fields counts, but not if
   * it says nothing. A single empty entry resets them.
   *
   * @param sent what the client sent as {@code metadata.managedFields}
   */
  public FieldManager replacedBy(JsonNode sent) {
    if (sent.size() == 1 && sent.get(0).isEmpty()) {
      return none(versions);
    }
    ManagedFields given = ManagedFields.read(sent);
    return given.isEmpty() ? this : new FieldManager(versions, given);
  }

  /** Whether nobody owns a field, so that updates need not be compared. */
  public boolean isEmpty() {
    return managers.isEmpty();
  }

  /** Whether somebody owns the member with these names, one below the other. */
  public boolean hasOwner(List<String> names) {
    FieldSet member = FieldSet.ofNames(names);
    return managers.entries().stream().anyMatch(entry -> !entry.fields().and(member).isEmpty());
  }

  /** Writes it into the metadata of an object. */
  public void writeTo(ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    ArrayNode list = managers.written();
    if (list.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", list);
    }
  }

  /** After an update. Both objects are in the version of the manager and stay as they are. */
  public FieldManager updated(ObjectNode before, ObjectNode after, Manager manager, Instant now) {
    Differences differences = new Differences(before, after, manager);
    Comparison comparison = differences.in(manager.apiVersion());
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
    Comparison comparison = differences.in(entry.manager().apiVersion());
    FieldSet rest =
        comparison == null
            ? FieldSet.EMPTY
            : entry.fields().without(comparison.changed()).without(comparison.removed());
    return new ManagedFields.Entry(entry.manager(), rest, entry.time());
  }

  /**
   * What an apply leads to.
   *
   * @param object the object, in the version of the configuration
   */
  public record Applied(ObjectNode object, FieldManager managers) {}

  /**
   * Applies a configuration.
   *
   * @param live the object, or what an object is before anybody has written to it, in the version
   *     of the manager; it stays as it is
   * @param configuration in the same version; it stays as it is
   * @param force whether conflicts are decided in favour of the manager
   * @throws ConflictException if there are conflicts
   * @throws ConfigurationException if the configuration does not fit its kind
   */
  public Applied applied(
      ObjectNode live, ObjectNode configuration, Manager manager, boolean force, Instant now) {
    FieldManager tracked = managers.isEmpty() ? guessed(live, manager, now) : this;
    return tracked.apply(live, reduced(configuration, manager), manager, force, now);
  }

  private FieldManager guessed(ObjectNode live, Manager manager, Instant now) {
    Manager unknown = new Manager(UNKNOWN, false, manager.apiVersion(), "");
    return updated(emptied(live, manager.apiVersion()), live, unknown, now);
  }

  /** What an object of this version is before anybody has written to it. */
  public ObjectNode emptied(ObjectNode object, String apiVersion) {
    ObjectNode empty = EmptyObject.of(schema(apiVersion));
    empty.set("kind", object.path("kind"));
    return empty.put("apiVersion", apiVersion);
  }

  private Applied apply(
      ObjectNode live, ObjectNode configuration, Manager manager, boolean force, Instant now) {
    Schema schema = schema(manager.apiVersion());
    ConfigurationCheck.require(schema, configuration);
    ManagedFields.Entry last = managers.of(manager);
    FieldSet wanted = Walk.fields(schema, configuration).without(IDENTITY);
    Instant time = last == null ? null : last.time();
    ManagedFields stated = managers.with(new ManagedFields.Entry(manager, wanted, time));
    ObjectNode merged = Merge.of(schema, live, configuration);
    ObjectNode object = last == null ? merged : pruned(merged, last, manager, stated);
    Differences differences = new Differences(live, object, manager);
    if (!force) {
      requireNoConflict(stated, manager, differences, lastAppliedByKubectl(live, manager));
    }
    ManagedFields after =
        stated.each(entry -> entry.manager().isSame(manager) ? entry : without(entry, differences));
    return new Applied(object, new FieldManager(versions, timed(after, manager, differences, now)));
  }

  private static ManagedFields timed(
      ManagedFields after, Manager manager, Differences differences, Instant now) {
    ManagedFields.Entry own = after.of(manager);
    return own == null || differences.isEmpty()
        ? after
        : after.with(new ManagedFields.Entry(manager, own.fields(), now));
  }

  private static void requireNoConflict(
      ManagedFields stated, Manager manager, Differences differences, FieldSet allowed) {
    List<Conflict> conflicts = new ArrayList<>();
    for (ManagedFields.Entry entry : stated.entries()) {
      Comparison comparison = differences.in(entry.manager().apiVersion());
      if (comparison != null && !entry.manager().isSame(manager)) {
        FieldSet taken = entry.fields().and(comparison.changed()).without(allowed);
        taken.paths().forEach(path -> conflicts.add(conflict(entry.manager(), path)));
      }
    }
    if (!conflicts.isEmpty()) {
      throw new ConflictException(conflicts);
    }
  }

  private static Conflict conflict(Manager owner, List<PathElement> path) {
    StringBuilder field = new StringBuilder();
    path.forEach(field::append);
    return new Conflict(owner.toString(), field.toString());
  }

  /** The object without what the manager no longer wants and nobody else has. */
  private ObjectNode pruned(
      ObjectNode merged, ManagedFields.Entry last, Manager manager, ManagedFields stated) {
    String version = last.manager().apiVersion();
    if (versions.schema(version) == null) {
      return merged;
    }
    ObjectNode all = versions.convert(merged, version);
    Schema schema = schema(version);
    ObjectNode rest = Merge.without(schema, all, last.fields().withNamed(schema));
    for (Map.Entry<String, FieldSet> owned : owned(stated, version).entrySet()) {
      rest = withOwned(all, rest, owned.getKey(), owned.getValue());
    }
    FieldSet gone = named(schema, all).without(named(schema, rest));
    ObjectNode pruned = Merge.without(schema, all, gone.and(last.fields().withNamed(schema)));
    return versions.convert(pruned, manager.apiVersion());
  }

  /** All owned fields by version; those of the given version come first. */
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

  /** The rest of an object with what is owned in a version put back. */
  private ObjectNode withOwned(ObjectNode all, ObjectNode rest, String version, FieldSet owned) {
    Schema schema = schema(version);
    ObjectNode whole = versions.convert(all, version);
    FieldSet left = named(schema, versions.convert(rest, version));
    FieldSet gone = named(schema, whole).without(left.or(owned.withNamed(schema)));
    String back = all.path("apiVersion").asText();
    return versions.convert(Merge.without(schema, whole, gone), back);
  }

  private static FieldSet named(Schema schema, ObjectNode object) {
    return Walk.fields(schema, object).withNamed(schema);
  }

  /**
   * The fields that are as kubectl last applied them by itself; when it applies to the server for
   * the first time, it does not quarrel with its own past.
   */
  private FieldSet lastAppliedByKubectl(ObjectNode live, Manager manager) {
    JsonNode text = live.path("metadata").path("annotations").path(LAST_APPLIED);
    if (!manager.name().equals(KUBECTL) || !text.isTextual()) {
      return FieldSet.EMPTY;
    }
    try {
      JsonNode configuration = Json.tree(text.asText());
      Schema schema = schema(manager.apiVersion());
      Comparison since = Comparison.of(schema, configuration, live);
      return Walk.fields(schema, configuration).without(since.modified());
    } catch (JsonFormatException malformed) {
      return FieldSet.EMPTY;
    }
  }

  /** The object as far as it can be written the way the manager does. */
  private ObjectNode reduced(ObjectNode object, Manager manager) {
    ObjectNode result = JsonNodeFactory.instance.objectNode().setAll(object);
    result.remove(versions.untouched(manager.subresource()));
    return result;
  }

  private Schema schema(String apiVersion) {
    return Objects.requireNonNull(versions.schema(apiVersion), apiVersion);
  }

  /** What differs between two objects, in every version somebody asks for. */
  private final class Differences {

    private final ObjectNode before;
    private final ObjectNode after;
    private final Map<String, @Nullable Comparison> known = new HashMap<>();

    Differences(ObjectNode before, ObjectNode after, Manager manager) {
      this.before = reduced(before, manager);
      this.after = reduced(after, manager);
    }

    boolean isEmpty() {
      return before.equals(after);
    }

    /** Null in versions that are not known. */
    @Nullable Comparison in(String apiVersion) {
      if (!known.containsKey(apiVersion)) {
        known.put(apiVersion, compared(apiVersion));
      }
      return known.get(apiVersion);
    }

    private @Nullable Comparison compared(String apiVersion) {
      Schema schema = versions.schema(apiVersion);
      return schema == null
          ? null
          : Comparison.of(
              schema, versions.convert(before, apiVersion), versions.convert(after, apiVersion));
    }
  }
}
