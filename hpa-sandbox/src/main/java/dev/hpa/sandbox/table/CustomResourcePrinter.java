package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Prints custom resources by their additionalPrinterColumns. */
final class CustomResourcePrinter {

  private CustomResourcePrinter() {}

  static ResourcePrinter table(List<PrinterColumn> declared) {
    List<TableColumn> columns = new ArrayList<>();
    columns.add(TableColumn.IDENTITY);
    declared.forEach(column -> columns.add(column(column)));
    return new ResourcePrinter(columns, (object, now) -> cells(object, declared, now));
  }

  private static TableColumn column(PrinterColumn declared) {
    String description =
        FieldReader.orElse(
            declared.description(),
            "Custom resource definition column (in JSONPath format): " + declared.jsonPath());
    return new TableColumn(
        declared.name(), declared.type(), declared.format(), description, declared.priority());
  }

  private static List<Object> cells(JsonNode object, List<PrinterColumn> columns, Instant now) {
    List<Object> cells = new ArrayList<>();
    cells.add(FieldReader.name(object));
    columns.forEach(column -> cells.add(cell(object, column, now)));
    return cells;
  }

  /** A value of another type than the column is not shown. */
  private static Object cell(JsonNode object, PrinterColumn column, Instant now) {
    JsonNode value = PrinterJsonPath.find(object, column.jsonPath());
    return switch (column.type()) {
      case "date" -> value.isTextual() ? since(value, now) : NullNode.getInstance();
      case "integer" -> value.isIntegralNumber() ? value : NullNode.getInstance();
      case "number" -> value.isNumber() ? value : NullNode.getInstance();
      case "boolean" -> value.isBoolean() ? value : NullNode.getInstance();
      default -> value.isMissingNode() ? NullNode.getInstance() : text(value);
    };
  }

  private static String since(JsonNode time, Instant now) {
    try {
      return AgeFormat.since(time, now);
    } catch (IllegalArgumentException noTime) {
      return "<invalid>";
    }
  }

  private static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }
}
