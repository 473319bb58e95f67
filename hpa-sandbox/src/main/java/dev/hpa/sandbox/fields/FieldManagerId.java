package dev.hpa.sandbox.fields;

import java.util.Comparator;

/**
 * A field manager.
 *
 * @param name the fieldManager of the request
 * @param applies whether it applies or updates
 * @param apiVersion the version of its field paths
 * @param subresource the subresource of its writes; empty for the object itself
 */
public record FieldManagerId(String name, boolean applies, String apiVersion, String subresource) {

  static final Comparator<FieldManagerId> ORDER =
      Comparator.comparing(FieldManagerId::name)
          .thenComparing(FieldManagerId::apiVersion)
          .thenComparing(FieldManagerId::subresource);

  /** The operation in managed fields. */
  String operation() {
    return applies ? "Apply" : "Update";
  }

  /** A manager that applies is the same in every version. */
  boolean isSame(FieldManagerId other) {
    return name.equals(other.name)
        && applies == other.applies
        && subresource.equals(other.subresource)
        && (applies || apiVersion.equals(other.apiVersion));
  }
}
