package dev.hpa.spi;

/**
 * A kind and the resource it is served as.
 *
 * @param group empty for core
 * @param resource plural
 * @param kind as it was asked for
 * @param namespaced whether its objects live in namespaces
 */
public record ResourceMapping(
    String group, String version, String resource, String kind, boolean namespaced) {

  /** Group and version as one text. */
  public String groupVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** {@code deployments.apps}, {@code pods}. */
  public String groupResource() {
    return group.isEmpty() ? resource : resource + "." + group;
  }

  /** The path below which the resource is found. */
  public String base() {
    return (group.isEmpty() ? "/api/" : "/apis/") + groupVersion();
  }
}
