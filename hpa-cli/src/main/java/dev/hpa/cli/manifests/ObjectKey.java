package dev.hpa.cli.manifests;

import dev.hpa.api.ApiGroupVersion;

/** The identity of an object, independent of its API version. */
public record ObjectKey(String group, String kind, String namespace, String name) {

  public static ObjectKey of(String apiVersion, String kind, String namespace, String name) {
    return new ObjectKey(group(apiVersion), kind, namespace, name);
  }

  private static String group(String apiVersion) {
    try {
      return ApiGroupVersion.parse(apiVersion).group();
    } catch (IllegalArgumentException malformed) {
      return apiVersion;
    }
  }

  /** Whether the other has the same kind and name in another namespace. */
  public boolean differsInNamespaceOnly(ObjectKey other) {
    return !equals(other) && equals(new ObjectKey(other.group, other.kind, namespace, other.name));
  }

  /** For messages within a namespace. */
  public String kindAndName() {
    return kind + " " + name;
  }
}
