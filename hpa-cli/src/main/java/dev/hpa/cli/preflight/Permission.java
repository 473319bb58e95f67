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

  /** The resource without a subresource. */
  String plural() {
    return resource.replaceFirst("/.*", "");
  }

  /** The resource in kubectl's notation, such as {@code deployments.apps/scale}. */
  @Override
  public String toString() {
    String qualified = group.isEmpty() ? plural() : plural() + "." + group;
    String subresource = resource.substring(plural().length());
    String object = name.isEmpty() ? "" : " " + name;
    String where = namespace.isEmpty() ? "" : " in " + namespace;
    return verb + " " + qualified + subresource + object + where;
  }
}
