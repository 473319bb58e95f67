package dev.hpa.sandbox.access;

/** What somebody wants to do. */
public sealed interface RequestAttributes {

  /** {@code get}, {@code list}, {@code update} and so on. */
  String verb();

  /** Whether a rule grants it. */
  boolean isGrantedBy(PolicyRule rule);

  /**
   * Something about the objects of a resource.
   *
   * @param group empty for core
   * @param subresource empty for the object itself
   * @param namespace empty for all or none
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

    /** In the words of refusals: {@code get resource "pods" in API group "" in …}. */
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

  /** Something about a path that is none of a resource. */
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
