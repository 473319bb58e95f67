package dev.hpa.sandbox.table;

/**
 * A column of the tables of a custom resource, as its definition declares it.
 *
 * @param type one of integer, number, string, boolean and date
 * @param priority 0 always shown, others only in wide output
 * @param jsonPath where the value stands, such as {@code .spec.replicas}
 */
public record PrinterColumn(
    String name, String type, String format, String description, int priority, String jsonPath) {

  /** The one column of resources that declare none. */
  public static final PrinterColumn AGE =
      new PrinterColumn(
          "Age", "date", "", Column.CREATION_TIMESTAMP, 0, ".metadata.creationTimestamp");
}
