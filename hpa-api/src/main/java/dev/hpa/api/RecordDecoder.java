package dev.hpa.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records as the API server decodes request bodies: unknown fields are skipped, and
 * duplicate fields are merged. The last of several scalars applies; objects and maps are merged;
 * the elements of a later list are merged into the earlier elements at the same index; a later null
 * clears a nullable field.
 *
 * <p>Every method therefore takes all occurrences of a value in order, usually one.
 */
final class RecordDecoder {

  private final boolean ignoreCase;

  /**
   * Creates a decoder.
   *
   * @param ignoreCase whether field names are case-insensitive, as in annotations
   */
  RecordDecoder(boolean ignoreCase) {
    this.ignoreCase = ignoreCase;
  }

  /**
   * Decodes a record; null yields a record with all fields unset.
   *
   * @throws JsonFormatException if a value does not match the type of its field
   */
  <T> T decode(JsonValue json, Class<T> type) {
    return type.cast(structure(type, List.of(json), Place.TOP));
  }

  /**
   * Decodes a list of records; null yields an empty list.
   *
   * @throws JsonFormatException if a value does not match the type of its field
   */
  <T> List<T> decodeList(JsonValue json, Class<T> elementType) {
    List<T> elements = cast(list(elementType, List.of(json), Place.TOP), elementType);
    return elements == null ? List.of() : elements;
  }

  /**
   * Decodes the {@code items} of a list; returns null if the field is absent or null.
   *
   * @throws JsonFormatException if a value does not match the type of its field
   */
  <T> @Nullable List<T> decodeItems(JsonValue json, Class<T> elementType) {
    List<JsonValue> occurrences = new ArrayList<>(1);
    if (json instanceof JsonValue.Structure list) {
      for (JsonValue.Member member : list.members()) {
        if (member.name().equals("items")) {
          occurrences.add(member.value());
        }
      }
    }
    return cast(list(elementType, occurrences, Place.TOP.member("items")), elementType);
  }

  private static <T> @Nullable List<T> cast(
      @Nullable List<@Nullable Object> elements, Class<T> type) {
    return elements == null ? null : elements.stream().map(type::cast).toList();
  }

  private @Nullable Object value(
      Type type, boolean nullable, List<JsonValue> occurrences, Place place) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == Map.class
          ? map(occurrences, place)
          : list((Class<?>) generic.getActualTypeArguments()[0], occurrences, place);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isRecord()) {
      List<JsonValue> current = nullable ? sinceLastNull(occurrences) : withoutNulls(occurrences);
      return current.isEmpty() && nullable ? null : structure(raw, current, place);
    }
    @Nullable Object value = primitiveDefault(raw);
    for (JsonValue occurrence : occurrences) {
      if (!(occurrence instanceof JsonValue.Null)) {
        value = scalar(raw, occurrence, place);
      } else if (nullable || raw == Quantity.class || raw == Instant.class) {
        value = null;
      }
    }
    return value;
  }

  private static @Nullable Object primitiveDefault(Class<?> type) {
    if (type == int.class) {
      return 0;
    }
    return type == long.class ? (Object) 0L : null;
  }

  private Object structure(Class<?> type, List<JsonValue> occurrences, Place place) {
    RecordSchema schema = RecordSchema.of(type);
    List<RecordSchema.Field> fields = schema.fields();
    List<List<JsonValue>> collected =
        new ArrayList<>(Collections.nCopies(fields.size(), List.of()));
    for (JsonValue occurrence : withoutNulls(occurrences)) {
      if (!(occurrence instanceof JsonValue.Structure structure)) {
        throw mismatch(occurrence, "an object", place);
      }
      for (JsonValue.Member member : structure.members()) {
        int index = schema.indexOf(member.name(), ignoreCase);
        if (index >= 0) {
          collected.set(index, with(collected.get(index), member.value()));
        }
      }
    }
    @Nullable Object[] members = new @Nullable Object[fields.size()];
    for (int i = 0; i < members.length; i++) {
      RecordSchema.Field field = fields.get(i);
      members[i] =
          value(field.type(), field.nullable(), collected.get(i), place.member(field.name()));
    }
    return schema.create(members);
  }

  private @Nullable List<@Nullable Object> list(
      Class<?> elementType, List<JsonValue> occurrences, Place place) {
    List<JsonValue> current = sinceLastNull(occurrences);
    if (current.isEmpty()) {
      return null;
    }
    List<List<JsonValue>> collected = new ArrayList<>();
    int size = 0;
    for (JsonValue occurrence : current) {
      if (!(occurrence instanceof JsonValue.Array array)) {
        throw mismatch(occurrence, "a list", place);
      }
      size = array.elements().size();
      for (int i = 0; i < size; i++) {
        JsonValue element = array.elements().get(i);
        if (i == collected.size()) {
          collected.add(List.of(element));
        } else {
          collected.set(i, with(collected.get(i), element));
        }
      }
    }
    List<@Nullable Object> elements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      Object element = value(elementType, false, collected.get(i), place.element(i));
      elements.add(element == null && elementType == String.class ? "" : element);
    }
    return Collections.unmodifiableList(elements);
  }

  private static @Nullable Map<String, String> map(List<JsonValue> occurrences, Place place) {
    List<JsonValue> current = sinceLastNull(occurrences);
    if (current.isEmpty()) {
      return null;
    }
    Map<String, String> entries = new LinkedHashMap<>();
    for (JsonValue occurrence : current) {
      if (!(occurrence instanceof JsonValue.Structure structure)) {
        throw mismatch(occurrence, "an object", place);
      }
      for (JsonValue.Member member : structure.members()) {
        boolean isNull = member.value() instanceof JsonValue.Null;
        entries.put(member.name(), isNull ? "" : text(member.value(), place.member(member.name())));
      }
    }
    return Collections.unmodifiableMap(entries);
  }

  private static Object scalar(Class<?> type, JsonValue json, Place place) {
    if (type == String.class) {
      return text(json, place);
    }
    if (type == int.class || type == Integer.class) {
      return (int) integer(json, Integer.MIN_VALUE, Integer.MAX_VALUE, place);
    }
    if (type == long.class || type == Long.class) {
      return integer(json, Long.MIN_VALUE, Long.MAX_VALUE, place);
    }
    if (type == Quantity.class) {
      return quantity(json, place);
    }
    if (type == Instant.class) {
      return time(json, place);
    }
    if (type == Boolean.class && json instanceof JsonValue.Flag flag) {
      return flag.value();
    }
    if (type == JsonNode.class) {
      return json.tree();
    }
    throw mismatch(json, type.getSimpleName(), place);
  }

  private static String text(JsonValue json, Place place) {
    if (json instanceof JsonValue.Text text) {
      return text.value();
    }
    throw mismatch(json, "a string", place);
  }

  private static long integer(JsonValue json, long minimum, long maximum, Place place) {
    if (json instanceof JsonValue.Numeral number) {
      try {
        long value = Long.parseLong(number.literal());
        if (value >= minimum && value <= maximum) {
          return value;
        }
      } catch (NumberFormatException e) {
        throw mismatch(json, "an integer", place);
      }
    }
    throw mismatch(json, "an integer", place);
  }

  /** Escapes are not decoded inside quantities. */
  private static Quantity quantity(JsonValue json, Place place) {
    try {
      return switch (json) {
        case JsonValue.Text text when !text.escaped() ->
            Quantity.parse(QuantityParser.stripped(text.value()));
        case JsonValue.Numeral number -> Quantity.parse(number.literal());
        default -> throw QuantityFormatException.format();
      };
    } catch (QuantityFormatException e) {
      throw new JsonFormatException(at(place, e.getMessage()), e);
    }
  }

  private static Instant time(JsonValue json, Place place) {
    try {
      return Timestamps.parse(text(json, place));
    } catch (IllegalArgumentException e) {
      throw new JsonFormatException(at(place, e.getMessage()), e);
    }
  }

  private static List<JsonValue> sinceLastNull(List<JsonValue> occurrences) {
    for (int i = occurrences.size() - 1; i >= 0; i--) {
      if (occurrences.get(i) instanceof JsonValue.Null) {
        return occurrences.subList(i + 1, occurrences.size());
      }
    }
    return occurrences;
  }

  private static List<JsonValue> withoutNulls(List<JsonValue> occurrences) {
    return sinceLastNull(occurrences).size() == occurrences.size()
        ? occurrences
        : occurrences.stream().filter(json -> !(json instanceof JsonValue.Null)).toList();
  }

  /** Allocates no growable list for the first occurrence, which is usually the only one. */
  private static List<JsonValue> with(List<JsonValue> occurrences, JsonValue another) {
    if (occurrences.isEmpty()) {
      return List.of(another);
    }
    List<JsonValue> more =
        occurrences instanceof ArrayList<JsonValue> growing
            ? growing
            : new ArrayList<>(occurrences);
    more.add(another);
    return more;
  }

  private static JsonFormatException mismatch(JsonValue json, String expected, Place place) {
    return new JsonFormatException(at(place, json.kind() + " is not " + expected), null);
  }

  private static String at(Place place, @Nullable String problem) {
    String where = place.toString();
    return where.isEmpty() ? String.valueOf(problem) : where + ": " + problem;
  }

  /**
   * The field path of a value, formatted only for an error message.
   *
   * @param in path of the parent; null at the top
   * @param member field name; empty for an element of a list
   * @param index index of the element
   */
  private record Place(@Nullable Place in, String member, int index) {

    static final Place TOP = new Place(null, "", 0);

    Place member(String name) {
      return new Place(this, name, 0);
    }

    Place element(int number) {
      return new Place(this, "", number);
    }

    @Override
    public String toString() {
      if (in == null) {
        return "";
      }
      String before = in.toString();
      if (member.isEmpty()) {
        return before + "[" + index + "]";
      }
      return before.isEmpty() ? member : before + "." + member;
    }
  }
}
