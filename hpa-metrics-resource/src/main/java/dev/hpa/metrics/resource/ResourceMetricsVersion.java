package dev.hpa.metrics.resource;

import dev.hpa.api.ApiGroupVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The supported versions of {@code metrics.k8s.io}, whose types are equal, the newest first. */
enum ResourceMetricsVersion {
  V1("v1"),
  V1BETA1("v1beta1");

  static final String GROUP = "metrics.k8s.io";

  private final String text;

  ResourceMetricsVersion(String text) {
    this.text = text;
  }

  ApiGroupVersion groupVersion() {
    return new ApiGroupVersion(GROUP, text);
  }

  /** The path of the version. */
  String base() {
    return "/apis/" + GROUP + "/" + text;
  }

  static Optional<ResourceMetricsVersion> named(String text) {
    return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
  }

  /**
   * Parses comma-separated names.
   *
   * @throws IllegalArgumentException if there is none, or one is unknown or repeated
   */
  static List<ResourceMetricsVersion> parseAll(String text) {
    List<ResourceMetricsVersion> versions = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      ResourceMetricsVersion version = named(name.strip()).orElseThrow(() -> invalid(text));
      if (versions.contains(version)) {
        throw invalid(text);
      }
      versions.add(version);
    }
    return List.copyOf(versions);
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is not a list of versions; use one or both of " + names(", "));
  }

  /** The names of all versions. */
  static String names(String separator) {
    return Arrays.stream(values()).map(each -> each.text).collect(Collectors.joining(separator));
  }
}
