package dev.hpa.sandbox.access;

/** The attributes of a request that authorization is based on. */
public sealed interface RequestAttributes {

  /** {@code get}, {@code list}, {@code update} and so on. */
  String verb();

  /** Whether a rule allows the request. */
  boolean isGrantedBy(PolicyRule rule);

  /**
   * A request for a resource.
   *
   * @param group empty for core
   * @param subresource empty for the object itself
   * @param namespace empty for all namespaces or for cluster-scoped resources
   * @param name empty for the collection
   */
  record OnResource(
      String verb,
      String group,
      String version,
      String resource,
      String subresource,
      String namespace,
      String name)
      implements RequestAttributes {

    /** The resource with its subresource: {@code deployments/scale}. */
    public String qualified() {
      return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    @Override
    public boolean isGrantedBy(PolicyRule rule) {
      return rule.grants(this);
    }

    /**
     * As the messages of kube-apiserver print it: {@code get resource "pods" in API group "" in …}.
     */
    @Override
    public String toString() {
      return "%s resource \"%s\" in API group \"%s\" %s"
          .formatted(
              verb,
              qualified(),
              group,
              namespace.isEmpty()
                  ? "at the cluster scope"
                  : "in the namespace \"" + namespace + "\"");
    }
  }

  /** A request for a path that is not a resource. */
  record OnPath(String verb, String path) implements RequestAttributes {

    @Override
    public boolean isGrantedBy(PolicyRule rule) {
      return rule.grants(this);
    }

    @Override
    public String toString() {
      return verb + " path \"" + path + "\"";
    }
  }
}
