package dev.hpa.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The namespace and the name of a namespaced object: the key of an object among those of its kind.
 * Immutable; ordered by namespace, then by name.
 *
 * @param namespace namespace; empty if unknown or if the object is cluster-scoped
 * @param name object name; empty if unknown
 */
public record NamespacedName(String namespace, String name) implements Comparable<NamespacedName> {

  /** Rejects null. The parts are not validated: the API server validates the names of objects. */
  public NamespacedName {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(name, "name");
  }

  /** The key of an object with this metadata; parts that are not set are empty. */
  public static NamespacedName of(ObjectMeta metadata) {
    return new NamespacedName(metadata.namespaceOrEmpty(), metadata.nameOrEmpty());
  }

  /**
   * Parses {@code namespace/name}.
   *
   * @throws IllegalArgumentException if the text does not have exactly one slash, or if the
   *     namespace or the name is empty
   */
  public static NamespacedName parse(String text) {
    int slash = text.indexOf('/');
    if (slash <= 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
      throw new IllegalArgumentException(
          "object: \"" + text + "\" is not a namespaced name; write it as namespace/name");
    }
    return new NamespacedName(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public int compareTo(NamespacedName other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  /**
   * Written out, like {@link #hashCode}: caches look up every object by its name, and the methods
   * of a record are method handles, which the first compiler of Java does not inline.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NamespacedName that
        && name.equals(that.name)
        && namespace.equals(that.namespace);
  }

  @Override
  public int hashCode() {
    return 31 * namespace.hashCode() + name.hashCode();
  }

  /** {@code namespace/name}, which {@link #parse} reads if neither part is empty. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
