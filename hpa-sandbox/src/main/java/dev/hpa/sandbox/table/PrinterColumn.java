package dev.hpa.sandbox.table;

/**
 * A printer column of a custom resource, as its definition declares it.
 *
 * @param type one of integer, number, string, boolean and date
 * @param priority 0 for always shown, others for wide output only
 * @param jsonPath the path of the value, such as {@code .spec.replicas}
 */
public record PrinterColumn(
    String name, String type, String format, String description, int priority, String jsonPath) {

  /** The default column of custom resources. */
  public static final PrinterColumn AGE =
      new PrinterColumn(
          "Age", "date", "", TableColumn.CREATION_TIMESTAMP, 0, ".metadata.creationTimestamp");
}
