package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * The printer of a resource.
 *
 * @param conditions the conditions of a row, which few objects have
 */
record ResourcePrinter(
    List<TableColumn> columns, Cells cells, Function<JsonNode, List<ObjectNode>> conditions) {

  ResourcePrinter(List<TableColumn> columns, Cells cells) {
    this(columns, cells, object -> List.of());
  }

  /**
   * Converts an object to its cells, one per column: strings, integers where the API sends numbers,
   * or nodes for values of custom resources.
   */
  @FunctionalInterface
  interface Cells {
    List<Object> of(JsonNode object, Instant now);
  }
}
