package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.FieldPaths.Difference;
import dev.hpa.sandbox.cluster.ResourceType.ScalePaths;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tracks managedFields in the objects of a resource: who wrote which field last, and when. The
 * writer of an object becomes the manager of the fields that differ, and all others lose them.
 * Fields are those of the version of their manager, in which both objects are compared. Objects
 * that the sandbox itself creates, such as pods, are not tracked, which saves memory.
 */
final class ManagedFieldsTracker {

  private static final String FORMAT = "FieldsV1";
  private static final String STATUS = "status";
  private static final String SCALE = "scale";
  private static final String METADATA = "metadata";
  private static final String MANAGED_FIELDS = "managedFields";

  /** Fields that identify an object have no manager. */
  private static final List<String> IDENTITY =
      Stream.of(
              "apiVersion",
              "kind",
              METADATA,
              "metadata.name",
              "metadata.namespace",
              "metadata.creationTimestamp",
              "metadata.selfLink",
              "metadata.uid",
              "metadata.generation",
              "metadata.managedFields",
              "metadata.resourceVersion")
          .map(path -> FieldPaths.of(List.of(path.split("\\.", -1))))
          .toList();

  private final ResourceType type;

  ManagedFieldsTracker(ResourceType type) {
    this.type = type;
  }

  /**
   * @param time when the set last changed, in seconds since 1970; 0 if it never did
   */
  private record Entry(FieldManagerId manager, SortedSet<String> fields, long time) {

    static final Comparator<Entry> ORDER =
        Comparator.<Entry, Boolean>comparing(entry -> entry.manager().operation().equals("Update"))
            .thenComparingLong(Entry::time)
            .thenComparing(entry -> entry.manager().name())
            .thenComparing(entry -> entry.manager().apiVersion())
            .thenComparing(entry -> entry.manager().subresource());
  }

  /**
   * Writes the managed fields of a new object into it.
   *
   * @param sent the {@code metadata.managedFields} that the client sent
   */
  void create(ObjectNode object, JsonNode sent, FieldManagerId manager, Instant now) {
    ObjectNode nothing = JsonNodeFactory.instance.objectNode();
    nothing.putObject("spec");
    write(object, updated(read(sent), nothing, object, manager, now));
  }

  /**
   * Writes the managed fields after an update into {@code after}.
   *
   * @param sent the {@code metadata.managedFields} that the client sent; an empty entry resets them
   */
  void update(
      ObjectNode before, JsonNode sent, ObjectNode after, FieldManagerId manager, Instant now) {
    List<Entry> entries = read(before.path(METADATA).path(MANAGED_FIELDS));
    if (manager.subresource().isEmpty()) {
      List<Entry> given = read(sent);
      boolean resets = sent.size() == 1 && sent.get(0).isEmpty();
      entries = resets || !given.isEmpty() ? given : entries;
    }
    boolean tracked = isTracked(entries, manager);
    write(after, tracked ? updated(entries, before, after, manager, now) : entries);
  }

  /** A write to the scale subresource is tracked only when the replicas have a manager. */
  private boolean isTracked(List<Entry> entries, FieldManagerId manager) {
    ScalePaths scale = type.scale();
    if (scale == null || !manager.subresource().equals(SCALE)) {
      return !entries.isEmpty();
    }
    String replicas = FieldPaths.of(names(scale.specReplicas()));
    return entries.stream().anyMatch(entry -> entry.fields().contains(replicas));
  }

  private static List<String> names(JsonPointer place) {
    List<String> names = new ArrayList<>();
    for (JsonPointer rest = place; !rest.matches(); rest = rest.tail()) {
      names.add(rest.getMatchingProperty());
    }
    return names;
  }

  private List<Entry> updated(
      List<Entry> entries,
      ObjectNode before,
      ObjectNode after,
      FieldManagerId manager,
      Instant now) {
    Map<String, Difference> differences = new TreeMap<>();
    Stream.concat(Stream.of(manager), entries.stream().map(Entry::manager))
        .map(FieldManagerId::apiVersion)
        .distinct()
        .forEach(
            version ->
                differences.put(
                    version,
                    Difference.of(in(version, before, manager), in(version, after, manager))));
    List<Entry> result =
        entries.stream()
            .map(entry -> without(entry, required(differences, entry.manager())))
            .collect(Collectors.toCollection(ArrayList::new));
    SortedSet<String> changed = required(differences, manager).changed();
    changed.removeAll(IDENTITY);
    if (!changed.isEmpty()) {
      result.stream()
          .filter(entry -> entry.manager().equals(manager))
          .forEach(entry -> changed.addAll(entry.fields()));
      result.removeIf(entry -> entry.manager().equals(manager));
      result.add(new Entry(manager, changed, now.getEpochSecond()));
    }
    return result;
  }

  private static Difference required(Map<String, Difference> differences, FieldManagerId manager) {
    return Objects.requireNonNull(differences.get(manager.apiVersion()), "each manager has one");
  }

  private static Entry without(Entry entry, Difference difference) {
    SortedSet<String> rest = new TreeSet<>(entry.fields());
    rest.removeAll(difference.changed());
    rest.removeAll(difference.removed());
    return new Entry(entry.manager(), rest, entry.time());
  }

  /** An object in a version, without the part that the manager's write does not change. */
  private ObjectNode in(String version, ObjectNode stored, FieldManagerId manager) {
    Version wanted = version(version).orElseThrow();
    ObjectNode object =
        wanted.stored() || !stored.has(METADATA)
            ? JsonNodeFactory.instance.objectNode().setAll(stored)
            : wanted.fromStored().apply(stored.deepCopy());
    if (manager.subresource().equals(STATUS)) {
      object.remove("spec");
    } else if (type.hasStatus()) {
      object.remove(STATUS);
    }
    return object;
  }

  private Optional<Version> version(String apiVersion) {
    return type.versions().stream().filter(v -> v.apiVersion().equals(apiVersion)).findFirst();
  }

  /** Reads entries; those of versions that are not served are dropped. */
  private List<Entry> read(JsonNode list) {
    List<Entry> entries = new ArrayList<>();
    for (JsonNode each : list) {
      String time = each.path("time").asText("");
      FieldManagerId manager =
          new FieldManagerId(
              each.path("manager").asText(),
              each.path("operation").asText(),
              each.path("apiVersion").asText(),
              each.path("subresource").asText(""));
      if (version(manager.apiVersion()).isPresent()) {
        entries.add(
            new Entry(
                manager,
                FieldPaths.read(each.path("fieldsV1")),
                time.isEmpty() ? 0 : Timestamps.parse(time).getEpochSecond()));
      }
    }
    return entries;
  }

  private static void write(ObjectNode object, List<Entry> entries) {
    ObjectNode metadata = object.withObject("/metadata");
    metadata.remove(MANAGED_FIELDS);
    for (Entry entry : entries.stream().sorted(Entry.ORDER).toList()) {
      if (!entry.fields().isEmpty()) {
        write(metadata.withArrayProperty(MANAGED_FIELDS).addObject(), entry);
      }
    }
  }

  private static void write(ObjectNode each, Entry entry) {
    each.put("manager", entry.manager().name());
    each.put("operation", entry.manager().operation());
    each.put("apiVersion", entry.manager().apiVersion());
    if (entry.time() != 0) {
      each.put("time", Timestamps.format(Instant.ofEpochSecond(entry.time())));
    }
    each.put("fieldsType", FORMAT).set("fieldsV1", FieldPaths.written(entry.fields()));
    if (!entry.manager().subresource().isEmpty()) {
      each.put("subresource", entry.manager().subresource());
    }
  }
}
