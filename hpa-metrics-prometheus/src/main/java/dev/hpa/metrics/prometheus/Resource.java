package dev.hpa.metrics.prometheus;

/**
 * A resource of the API.
 *
 * @param group empty for core
 * @param resource plural
 */
record Resource(String group, String resource) implements Comparable<Resource> {

  static final Resource NAMESPACES = new Resource("", "namespaces");
  static final Resource PODS = new Resource("", "pods");

  @Override
  public int compareTo(Resource other) {
    int byResource = resource.compareTo(other.resource);
    return byResource == 0 ? group.compareTo(other.group) : byResource;
  }

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
