package dev.hpa.metrics.prometheus;

/**
 * A resource of the API.
 *
 * @param group empty for core
 * @param resource plural
 */
record Resource(String group, String resource) {

  static final Resource NAMESPACES = new Resource("", "namespaces");
  static final Resource PODS = new Resource("", "pods");

  /** Whether objects are in no namespace, whatever labels a series has. */
  boolean isClusterScoped() {
    return group.isEmpty()
        && (resource.equals("namespaces")
            || resource.equals("nodes")
            || resource.equals("persistentvolumes"));
  }

  @Override
  public String toString() {
    return group.isEmpty() ? resource : resource + "." + group;
  }
}
