package dev.hpa.spi;

import java.util.List;

/**
 * Maps kinds to the resources under which an API server serves them. Thread-safe; calls may block
 * on the API server.
 */
public interface RestMapper {

  /**
   * All mappings of a kind, one for each version that has it, in the server's order; never empty.
   *
   * @param group empty for the core group
   * @param kind as in a manifest, or all in lower case
   * @throws KubernetesApiException when the server cannot be asked or does not serve the kind
   */
  List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException;

  /**
   * The mapping of a kind in the version that the server prefers.
   *
   * @throws KubernetesApiException like {@link #mappings}
   */
  ResourceMapping preferred(String group, String kind) throws KubernetesApiException;

  /**
   * The mapping of a resource in the version that the server prefers.
   *
   * @param group empty for any group, core first
   * @param resource plural or singular
   * @throws KubernetesApiException when the server cannot be asked or does not serve the resource
   */
  ResourceMapping resource(String group, String resource) throws KubernetesApiException;

  /** A mapper whose calls all fail, for providers that need no REST mapping. */
  static RestMapper unavailable() {
    return new UnavailableRestMapper();
  }
}
