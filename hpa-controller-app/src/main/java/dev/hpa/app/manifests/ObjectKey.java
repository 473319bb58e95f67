package dev.hpa.app.manifests;

import dev.hpa.api.ApiGroupVersion;

/** What tells objects apart, whatever version they are written in. */
public record ObjectKey(String group, String kind, String namespace, String name) {

  static ObjectKey of(String apiVersion, String kind, String namespace, String name) {
    return new ObjectKey(group(apiVersion), kind, namespace, name);
  }

  private static String group(String apiVersion) {
    try {
      return ApiGroupVersion.parse(apiVersion).group();
    } catch (IllegalArgumentException malformed) {
      return apiVersion;
    }
  }

  /** For messages within a namespace. */
  String kindAndName() {
    return kind + " " + name;
  }
}
