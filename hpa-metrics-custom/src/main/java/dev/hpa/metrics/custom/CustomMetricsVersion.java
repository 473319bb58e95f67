package dev.hpa.metrics.custom;

import dev.hpa.kube.discovery.ApiGroup;
import dev.hpa.kube.discovery.Discovery;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** The supported versions of the API. */
enum CustomMetricsVersion {
  V1BETA1("v1beta1"),
  V1BETA2("v1beta2"),
  /**
   * The internal version of Go programs. It is not part of the API, but client-go accepts it from a
   * server that advertises it: requests have no parameters, and fields have their Go names.
   */
  INTERNAL("__internal");

  static final String GROUP = "custom.metrics.k8s.io";

  private final String text;

  CustomMetricsVersion(String text) {
    this.text = text;
  }

  /** The apiVersion, for example {@code custom.metrics.k8s.io/v1beta2}. */
  String groupVersion() {
    return GROUP + "/" + text;
  }

  /** The path of the version. */
  String base() {
    return "/apis/" + groupVersion();
  }

  boolean hasParameters() {
    return this != INTERNAL;
  }

  static Optional<CustomMetricsVersion> of(String groupVersion) {
    return Arrays.stream(values())
        .filter(each -> each.groupVersion().equals(groupVersion))
        .findFirst();
  }

  /**
   * Returns the server's preferred version if it is supported, otherwise the first supported
   * version in its list.
   */
  static CustomMetricsVersion choose(KubernetesApi api) throws KubernetesApiException {
    ApiGroup group =
        Discovery.find(new Discovery(api).groups(), GROUP)
            .orElseThrow(() -> unavailable("no custom metrics API (" + GROUP + ") registered"));
    return Stream.concat(
            Stream.of(group.preferred()), group.versions().stream().map(ApiGroup.Version::version))
        .flatMap(version -> of(GROUP + "/" + version).stream())
        .findFirst()
        .orElseThrow(() -> unavailable("no known available metric versions found"));
  }

  private static KubernetesApiException unavailable(String text) {
    return new KubernetesApiException(0, "", text, null);
  }
}
