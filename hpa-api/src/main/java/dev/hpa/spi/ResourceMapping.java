package dev.hpa.spi;

/**
 * A kind and the resource under which the API server serves it.
 *
 * @param group API group; empty for core
 * @param version API version
 * @param resource plural
 * @param kind as passed to {@link RestMapper}; that of {@link RestMapper#resource} is the singular
 *     name of the resource
 * @param namespaced whether the resource is namespaced
 */
public record ResourceMapping(
    String group, String version, String resource, String kind, boolean namespaced) {

  /** The apiVersion: {@code version} for core, otherwise {@code group/version}. */
  public String groupVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** The group resource, for example {@code deployments.apps} or {@code pods}. */
  public String groupResource() {
    return group.isEmpty() ? resource : resource + "." + group;
  }

  /** The path of the group version, for example {@code /apis/apps/v1}. */
  public String base() {
    return (group.isEmpty() ? "/api/" : "/apis/") + groupVersion();
  }
}
