package dev.hpa.kube.discovery;

/**
 * A resource of a group version.
 *
 * @param name plural; {@code deployments/scale} for a subresource
 * @param singular empty when the server does not tell
 * @param group of the kind; empty when it is the resource's own
 * @param version of the kind; empty when it is the resource's own
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
