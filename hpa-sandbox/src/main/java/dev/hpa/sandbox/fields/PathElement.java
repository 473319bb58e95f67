package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.schema.Schema;
import dev.hpa.sandbox.schema.Schema.ListSchema;
import dev.hpa.sandbox.schema.Schema.Member;
import dev.hpa.sandbox.schema.Schema.Struct;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One element of a field path, in the order of managed fields. */
sealed interface PathElement extends Comparable<PathElement> {

  Comparator<JsonNode> VALUES =
      Comparator.<JsonNode, BigDecimal>comparing(
              value -> value.isNumber() ? value.decimalValue() : null,
              Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(value -> value.asText());

  /** A field of a struct or a key of a map. */
  record Field(String name) implements PathElement {
    @Override
    public String written() {
      return "f:" + name;
    }
  }

  /** A list element with these key fields. */
  record Key(SortedMap<String, JsonNode> members) implements PathElement {
    @Override
    public String written() {
      ObjectNode keys = JsonNodeFactory.instance.objectNode();
      members.forEach(keys::set);
      return "k:" + Json.text(keys);
    }
  }

  /** A list element with this value. */
  record Value(JsonNode value) implements PathElement {
    @Override
    public String written() {
      return "v:" + Json.text(value);
    }
  }

  /** A list element with this index, from 0. */
  record Index(int index) implements PathElement {
    @Override
    public String written() {
      return "i:" + index;
    }
  }

  /** As in {@code fieldsV1}. */
  String written();

  /** Parses the result of {@link #written}; null for other strings. */
  static @Nullable PathElement read(String written) {
    String rest = written.length() < 2 ? "" : written.substring(2);
    return switch (written.substring(0, Math.min(2, written.length()))) {
      case "f:" -> new Field(rest);
      case "v:" -> new Value(settled(Json.tree(rest)));
      case "k:" -> key(Json.tree(rest));
      case "i:" -> new Index(Integer.parseInt(rest));
      default -> null;
    };
  }

  private static Key key(JsonNode members) {
    SortedMap<String, JsonNode> keys = new TreeMap<>();
    members.properties().forEach(member -> keys.put(member.getKey(), settled(member.getValue())));
    return new Key(keys);
  }

  /** The path element of a list element; key fields without value and default are null. */
  static PathElement of(ListSchema list, JsonNode element, int index) {
    return switch (list.relation()) {
      case ATOMIC -> new Index(index);
      case SET -> new Value(settled(element));
      case MAP -> {
        SortedMap<String, JsonNode> keys = new TreeMap<>();
        list.keys().forEach(key -> keys.put(key, settled(keyValue(list.element(), element, key))));
        yield new Key(keys);
      }
    };
  }

  private static JsonNode keyValue(Schema schema, JsonNode element, String key) {
    JsonNode value = element.path(key);
    if (!value.isMissingNode()) {
      return value;
    }
    Member member = schema instanceof Struct struct ? struct.members().get(key) : null;
    return member == null || member.defaultValue() == null
        ? JsonNodeFactory.instance.nullNode()
        : member.defaultValue();
  }

  /** Makes integers of different Java types equal. */
  private static JsonNode settled(JsonNode value) {
    return value.isIntegralNumber() ? LongNode.valueOf(value.longValue()) : value;
  }

  private int rank() {
    return switch (this) {
      case Field field -> 0;
      case Key key -> 1;
      case Value value -> 2;
      case Index index -> 3;
    };
  }

  @Override
  default int compareTo(PathElement other) {
    if (this instanceof Field mine && other instanceof Field others) {
      return mine.name().compareTo(others.name());
    }
    if (this instanceof Key mine && other instanceof Key others) {
      return compare(mine.members(), others.members());
    }
    if (this instanceof Value mine && other instanceof Value others) {
      return VALUES.compare(mine.value(), others.value());
    }
    if (this instanceof Index mine && other instanceof Index others) {
      return Integer.compare(mine.index(), others.index());
    }
    return Integer.compare(rank(), other.rank());
  }

  private static int compare(SortedMap<String, JsonNode> mine, SortedMap<String, JsonNode> others) {
    Iterator<Map.Entry<String, JsonNode>> further = others.entrySet().iterator();
    for (Map.Entry<String, JsonNode> member : mine.entrySet()) {
      if (!further.hasNext()) {
        return 1;
      }
      Map.Entry<String, JsonNode> other = further.next();
      int order = member.getKey().compareTo(other.getKey());
      order = order != 0 ? order : VALUES.compare(member.getValue(), other.getValue());
      if (order != 0) {
        return order;
      }
    }
    return further.hasNext() ? -1 : 0;
  }
}
