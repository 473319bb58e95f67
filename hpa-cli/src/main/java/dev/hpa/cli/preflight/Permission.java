package dev.hpa.cli.preflight;

/**
 * A permission that the controller needs.
 *
 * @param group empty for core
 * @param resource resource with subresource, such as {@code deployments/scale}; {@code *} for all
 * @param namespace empty for all namespaces
 * @param name name of the only object; empty for all
 */
public record Permission(
    String verb, String group, String resource, String namespace, String name) {

  /** The same permission for all objects. */
  Permission ofAllNames() {
    return new Permission(verb, group, resource, namespace, "");
  }

  /** The resource in kubectl's notation, such as {@code deployments.apps/scale}. */
  @Override
  public String toString() {
    int slash = resource.indexOf('/');
    String plural = slash < 0 ? resource : resource.substring(0, slash);
    String subresource = slash < 0 ? "" : resource.substring(slash);
    String qualified = group.isEmpty() ? plural : plural + "." + group;
    String object = name.isEmpty() ? "" : " " + name;
    String where = namespace.isEmpty() ? "" : " in " + namespace;
    return verb + " " + qualified + subresource + object + where;
  }
}
