package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * How the objects of one resource are printed.
 *
 * @param conditions of the row, which only few objects have
 */
record ResourceTable(
    List<Column> columns, Cells cells, Function<JsonNode, List<ObjectNode>> conditions) {

  ResourceTable(List<Column> columns, Cells cells) {
    this(columns, cells, object -> List.of());
  }

  /**
   * From an object to its cells, one per column: texts, integers where the API sends numbers, or
   * nodes where a custom resource's own values are shown.
   */
  @FunctionalInterface
  interface Cells {
    List<Object> of(JsonNode object, Instant now);
  }
}
