package dev.hpa.kube.discovery;

/**
 * A resource of a group version.
 *
 * @param name plural; {@code deployments/scale} for a subresource
 * @param singular empty if the server omits it
 * @param group group of the kind; empty if it equals that of the resource
 * @param version version of the kind; empty if it equals that of the resource
 */
public record ApiResource(
    String name, String singular, String kind, boolean namespaced, String group, String version) {

  /** A resource as far as it has been read. */
  static final class Builder {
    String name = "";
    String singular = "";
    String kind = "";
    boolean namespaced;
    String group = "";
    String version = "";

    ApiResource build() {
      return new ApiResource(name, singular, kind, namespaced, group, version);
    }
  }

  boolean isSubresource() {
    return name.indexOf('/') >= 0;
  }
}
