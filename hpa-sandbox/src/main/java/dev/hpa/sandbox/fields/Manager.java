package dev.hpa.sandbox.fields;

import java.util.Comparator;

/**
 * Somebody who writes fields.
 *
 * @param name as the client calls itself
 * @param applies whether it states all it wants each time, or changes things
 * @param apiVersion the version in which it names fields
 * @param subresource what it writes through; empty for the object itself
 */
public record Manager(String name, boolean applies, String apiVersion, String subresource) {

  static final Comparator<Manager> ORDER =
      Comparator.comparing(Manager::name)
          .thenComparing(Manager::apiVersion)
          .thenComparing(Manager::subresource);

  /** How managed fields name the operation. */
  String operation() {
    return applies ? "Apply" : "Update";
  }

  /** Whoever applies is the same manager in every version. */
  boolean isSame(Manager other) {
    return name.equals(other.name)
        && applies == other.applies
        && subresource.equals(other.subresource)
        && (applies || apiVersion.equals(other.apiVersion));
  }

  /** As messages about conflicts name it. */
  @Override
  public String toString() {
    return '"'
        + name
        + '"'
        + (subresource.isEmpty() ? "" : " with subresource \"" + subresource + '"')
        + (applies ? "" : " using " + apiVersion);
  }
}
