package dev.hpa.metrics.custom;

import dev.hpa.kube.discovery.ApiGroup;
import dev.hpa.kube.discovery.Discovery;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** The versions of the API that are understood. */
enum CustomMetricsVersion {
  V1BETA1("v1beta1"),
  V1BETA2("v1beta2"),
  /**
   * What Go programs keep values in. It is none of the API, but upstream's client takes it from a
   * server that names it: it sends no parameters, and members are called as in Go.
   */
  INTERNAL("__internal");

  static final String GROUP = "custom.metrics.k8s.io";

  private final String text;

  CustomMetricsVersion(String text) {
    this.text = text;
  }

  /** {@code custom.metrics.k8s.io/v1beta2}. */
  String groupVersion() {
    return GROUP + "/" + text;
  }

  /** The path below which the version is served. */
  String base() {
    return "/apis/" + groupVersion();
  }

  boolean takesParameters() {
    return this != INTERNAL;
  }

  static Optional<CustomMetricsVersion> of(String groupVersion) {
    return Arrays.stream(values())
        .filter(each -> each.groupVersion().equals(groupVersion))
        .findFirst();
  }

  /**
   * The version to use with a server: the one it prefers if that is understood, otherwise the first
   * it lists that is.
   */
  static CustomMetricsVersion choose(KubernetesApi api) throws KubernetesApiException {
    ApiGroup group =
        Discovery.find(new Discovery(api).groups(), GROUP)
            .orElseThrow(() -> unusable("no custom metrics API (" + GROUP + ") registered"));
    return Stream.concat(
            Stream.of(group.preferred()), group.versions().stream().map(ApiGroup.Version::version))
        .flatMap(version -> of(GROUP + "/" + version).stream())
        .findFirst()
        .orElseThrow(() -> unusable("no known available metric versions found"));
  }

  private static KubernetesApiException unusable(String text) {
    return new KubernetesApiException(0, "", text, null);
  }
}
