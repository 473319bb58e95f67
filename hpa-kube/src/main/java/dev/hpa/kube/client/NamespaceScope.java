package dev.hpa.kube.client;

/** The namespaces whose objects a {@link Reflector} delivers. Thread-safe; may change. */
@FunctionalInterface
public interface NamespaceScope {

  /** All namespaces. */
  NamespaceScope ALL = namespace -> true;

  /** One namespace, which alone is listed and watched: that needs no rights in others. */
  static NamespaceScope only(String namespace) {
    return new Only(namespace);
  }

  /**
   * Whether the objects of a namespace are delivered.
   *
   * @param namespace empty for objects without a namespace
   */
  boolean contains(String namespace);

  /** The namespace that alone is listed and watched; empty for all. Does not change. */
  default String watched() {
    return "";
  }

  /** One namespace. */
  record Only(String watched) implements NamespaceScope {
    @Override
    public boolean contains(String namespace) {
      return watched.equals(namespace);
    }
  }
}
