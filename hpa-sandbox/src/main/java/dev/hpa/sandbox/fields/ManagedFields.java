package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entries of {@code metadata.managedFields}. */
final class ManagedFields {

  static final ManagedFields NONE = new ManagedFields(List.of());

  private static final String FORMAT = "FieldsV1";

  private final List<Entry> entries;

  private ManagedFields(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * @param time when the set last changed; null if it never did
   */
  record Entry(FieldManagerId manager, FieldSet fields, @Nullable Instant time) {

    private static final Comparator<Entry> ORDER =
        Comparator.<Entry>comparingInt(entry -> entry.manager().applies() ? 0 : 1)
            .thenComparingLong(Entry::second)
            .thenComparing(Entry::manager, FieldManagerId.ORDER);

    private long second() {
      return time == null ? 0 : time.getEpochSecond();
    }
  }

  List<Entry> entries() {
    return entries;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The entry of a manager, or null. */
  @Nullable Entry of(FieldManagerId manager) {
    return entries.stream()
        .filter(entry -> entry.manager().isSame(manager))
        .findFirst()
        .orElse(null);
  }

  /** A copy with this entry in place of the manager's previous one. */
  ManagedFields with(Entry entry) {
    List<Entry> result = new ArrayList<>(entries);
    result.removeIf(each -> each.manager().isSame(entry.manager()));
    result.add(entry);
    return of(result);
  }

  /** A copy with changed entries; entries without fields are removed. */
  ManagedFields each(UnaryOperator<Entry> change) {
    return of(entries.stream().map(change).toList());
  }

  private static ManagedFields of(List<Entry> entries) {
    return new ManagedFields(
        entries.stream().filter(each -> !each.fields().isEmpty()).sorted(Entry.ORDER).toList());
  }

  /** Reads the entries of an object; returns none when one of them is invalid. */
  static ManagedFields read(JsonNode list) {
    List<Entry> entries = new ArrayList<>();
    for (JsonNode each : list) {
      String operation = each.path("operation").asText();
      boolean known = operation.equals("Apply") || operation.equals("Update");
      if (!known || !each.path("fieldsType").asText(FORMAT).equals(FORMAT)) {
        return NONE;
      }
      String time = each.path("time").asText("");
      entries.add(
          new Entry(
              new FieldManagerId(
                  each.path("manager").asText(),
                  operation.equals("Apply"),
                  each.path("apiVersion").asText(),
                  each.path("subresource").asText("")),
              FieldSet.read(each.path("fieldsV1")),
              time.isEmpty() ? null : Timestamps.parse(time)));
    }
    return of(entries);
  }

  ArrayNode written() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Entry entry : entries) {
      ObjectNode each = list.addObject();
      each.put("manager", entry.manager().name());
      each.put("operation", entry.manager().operation());
      each.put("apiVersion", entry.manager().apiVersion());
      if (entry.time() != null) {
        each.put("time", Timestamps.format(entry.time()));
      }
      each.put("fieldsType", FORMAT).set("fieldsV1", entry.fields().written());
      if (!entry.manager().subresource().isEmpty()) {
        each.put("subresource", entry.manager().subresource());
      }
    }
    return list;
  }
}
