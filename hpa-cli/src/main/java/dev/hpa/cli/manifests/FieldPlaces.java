package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.RecordSchema;
import dev.hpa.api.versions.HpaVersion;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The objects of an autoscaler that a version has, those that a document lacks included. */
final class FieldPlaces {

  private static final String LIST_BEGIN = "[0]";

  private final List<Place> all = new ArrayList<>();

  FieldPlaces(HpaVersion version, JsonNode document) {
    add(version.type(), document, "", 0);
  }

  /**
   * An object.
   *
   * @param path with indexes
   * @param absent how many objects of the path the document lacks
   */
  private record Place(String path, List<String> fields, JsonNode node, int absent) {

    /** How many steps lead to another object. */
    int distance(String other) {
      List<String> own = segments(path);
      List<String> others = segments(other);
      int shared = 0;
      while (shared < Math.min(own.size(), others.size())
          && own.get(shared).equals(others.get(shared))) {
        shared++;
      }
      return own.size() + others.size() - 2 * shared;
    }

    private static List<String> segments(String path) {
      return path.isEmpty() ? List.of() : List.of(path.split("\\.", -1));
    }

    /** Objects of the document come first, but after one step beside them that lacks the field. */
    int rank(String field) {
      return 2 * absent + (node.has(field) ? 3 : 0);
    }
  }

  private void add(Type type, JsonNode node, String path, int absent) {
    if (!(type instanceof Class<?> raw) || !raw.isRecord()) {
      return;
    }
    List<RecordSchema.Field> fields =
        RecordSchema.of(raw).fields().stream()
            .filter(each -> !each.name().equals(HpaSpec.SYNC_PERIOD_SECONDS))
            .toList();
    all.add(new Place(path, fields.stream().map(RecordSchema.Field::name).toList(), node, absent));
    for (RecordSchema.Field field : fields) {
      boolean isWritten =
          path.isEmpty() ? !field.name().equals("status") : !path.equals("metadata");
      if (isWritten) {
        below(field, node.path(field.name()), path.isEmpty() ? "" : path + ".", absent);
      }
    }
  }

  private void below(RecordSchema.Field field, JsonNode node, String prefix, int absent) {
    String path = prefix + field.name();
    if (!(field.type() instanceof ParameterizedType generic)) {
      add(field.type(), node, path, node.isObject() ? absent : absent + 1);
      return;
    }
    if (generic.getRawType() == Map.class) {
      return;
    }
    Type item = generic.getActualTypeArguments()[0];
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      add(item, node.get(i), path + "[" + i + "]", absent);
    }
    if (!node.isArray() || node.isEmpty()) {
      add(item, MissingNode.getInstance(), path + LIST_BEGIN, absent + 1);
    }
  }

  /** The fields of an object of the document; empty if the version has no such object. */
  List<String> fields(String path) {
    return all.stream()
        .filter(each -> each.path().equals(path))
        .findFirst()
        .map(Place::fields)
        .orElse(List.of());
  }

  /** Where a field belongs that an object does not have: the nearest objects that have it. */
  Optional<String> belongs(String field, String parent) {
    List<Place> having =
        all.stream()
            .filter(each -> each.fields().contains(field))
            .sorted(
                Comparator.<Place>comparingInt(each -> each.rank(field))
                    .thenComparingInt(each -> each.distance(parent)))
            .toList();
    if (having.isEmpty()) {
      return Optional.empty();
    }
    Place nearest = having.getFirst();
    List<String> equal =
        having.stream()
            .filter(each -> each.rank(field) == nearest.rank(field))
            .filter(each -> each.distance(parent) == nearest.distance(parent))
            .map(each -> each.path().isEmpty() ? "the object itself" : each.path())
            .toList();
    boolean isLacked = nearest.node().isObject() && !nearest.node().has(field);
    return Optional.of(
        "%s belongs into %s%s"
            .formatted(
                field,
                equal.size() == 2 ? String.join(" or ", equal) : equal.getFirst(),
                isLacked && equal.size() == 1 ? ", which lacks it" : ""));
  }
}
