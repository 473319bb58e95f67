package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.request.PartialMetadataConverter;
import java.util.List;

/** Converts objects to a {@code Table} of {@code meta.k8s.io}. */
public final class Tables {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Tables() {}

  /**
   * The table of objects of a resource, one row each. Objects with empty fields, as in bookmarks,
   * get a row too.
   *
   * @param group empty for core
   * @param objects in the storage version: a HorizontalPodAutoscaler in autoscaling/v2, with
   *     defaults
   * @param metadata of the list or the single object
   * @param columns whether to write the column definitions; in a watch only the first event has
   *     them
   */
  public static ObjectNode table(
      String group,
      String resource,
      List<ObjectNode> objects,
      ObjectNode metadata,
      boolean columns,
      TableOptions options) {
    Printer printer = Printer.of(group, resource);
    ObjectNode table =
        JSON.objectNode()
            .put("kind", "Table")
            .put("apiVersion", "meta.k8s.io/" + options.version());
    table.set("metadata", metadata);
    table.set("columnDefinitions", columns ? columns(printer) : JSON.nullNode());
    ArrayNode rows = table.putArray("rows");
    objects.forEach(object -> rows.add(row(printer, object, options)));
    return table;
  }

  private static ArrayNode columns(Printer printer) {
    ArrayNode columns = JSON.arrayNode();
    for (Printer.Column column : printer.columns()) {
      columns
          .addObject()
          .put("name", column.name())
          .put("type", "string")
          .put("format", column.format())
          .put("description", "")
          .put("priority", column.priority());
    }
    return columns;
  }

  private static ObjectNode row(Printer printer, ObjectNode object, TableOptions options) {
    ObjectNode row = JSON.objectNode();
    ArrayNode cells = row.putArray("cells");
    for (Object value : printer.cells(object, options.now())) {
      if (value instanceof Integer number) {
        cells.add(number);
      } else {
        cells.add(value.toString());
      }
    }
    row.set("object", included(object, options));
    return row;
  }

  private static JsonNode included(ObjectNode object, TableOptions options) {
    return switch (options.includeObject()) {
      case NONE -> JSON.nullNode();
      case METADATA -> PartialMetadataConverter.object(object, options.version());
      case OBJECT -> options.shown().apply(object);
    };
  }
}
