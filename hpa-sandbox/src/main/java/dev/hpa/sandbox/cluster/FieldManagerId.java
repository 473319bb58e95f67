package dev.hpa.sandbox.cluster;

/**
 * A manager of fields.
 *
 * @param name the fieldManager of the request
 * @param operation {@code Update}; clients may send entries of {@code Apply}
 * @param apiVersion the version of its field paths
 * @param subresource the subresource of its writes; empty for the object itself
 */
public record FieldManagerId(String name, String operation, String apiVersion, String subresource) {

  /** A manager that updates. */
  public static FieldManagerId updates(String name, String apiVersion, String subresource) {
    return new FieldManagerId(name, "Update", apiVersion, subresource);
  }
}
