package dev.hpa.spi;

import java.util.List;

/**
 * Maps kinds to the resources under which the API server serves them, as client-go's RESTMapper
 * does. Thread-safe; calls may block on requests to the API server.
 */
public interface RestMapper {

  /**
   * Returns all mappings of a kind, one for each version that serves it, in the order of the
   * server; never empty.
   *
   * @param group API group; empty for core
   * @param kind kind as in a manifest, or in lower case
   * @throws NoMatchException if the server does not serve the kind
   * @throws KubernetesApiException if the server is unreachable
   */
  List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException;

  /**
   * Returns the mapping of a kind in the server's preferred version.
   *
   * @throws KubernetesApiException like {@link #mappings}
   */
  ResourceMapping preferred(String group, String kind) throws KubernetesApiException;

  /**
   * Returns the mapping of a resource in the server's preferred version.
   *
   * @param group API group; empty for any group, where core takes precedence
   * @param resource plural or singular
   * @throws NoMatchException if the server does not serve the resource
   * @throws KubernetesApiException if the server is unreachable
   */
  ResourceMapping resource(String group, String resource) throws KubernetesApiException;

  /** A mapper whose methods always throw, for providers that need no REST mapping. */
  static RestMapper unavailable() {
    return new UnavailableRestMapper();
  }
}
