package dev.hpa.kube.client;

/** The namespaces whose objects a {@link Reflector} delivers. Thread-safe; may change. */
@FunctionalInterface
public interface NamespaceScope {

  /** All namespaces. */
  NamespaceScope ALL = namespace -> true;

  /**
   * Whether the objects of a namespace are delivered.
   *
   * @param namespace empty for objects without a namespace
   */
  boolean contains(String namespace);
}
