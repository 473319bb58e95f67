package dev.hpa.scale;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.kube.discovery.ApiResource;
import dev.hpa.kube.discovery.Discovery;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * In which version each resource wants its scales written. The server is asked once per resource;
 * failures are not kept.
 */
final class ScaleVersions {

  private final Discovery discovery;
  private final Map<String, ApiGroupVersion> known = new ConcurrentHashMap<>();

  ScaleVersions(KubernetesApi api) {
    this.discovery = new Discovery(api);
  }

  /** {@code apps/v1, Resource=deployments}. */
  static String text(ResourceMapping mapping) {
    return mapping.group() + "/" + mapping.version() + ", Resource=" + mapping.resource();
  }

  ApiGroupVersion version(ResourceMapping mapping) throws KubernetesApiException {
    ApiGroupVersion version = known.get(text(mapping));
    if (version == null) {
      version = ask(mapping);
      known.put(text(mapping), version);
    }
    return version;
  }

  /** What the entry of the subresource says counts only if it names group and version. */
  private ApiGroupVersion ask(ResourceMapping mapping) throws KubernetesApiException {
    ApiResource entry = entry(mapping);
    return entry.group().isEmpty() || entry.version().isEmpty()
        ? new ApiGroupVersion(mapping.group(), mapping.version())
        : new ApiGroupVersion(entry.group(), entry.version());
  }

  private ApiResource entry(ResourceMapping mapping) throws KubernetesApiException {
    for (ApiResource each : resources(mapping)) {
      if (each.name().equals(mapping.resource() + "/scale")) {
        return each;
      }
    }
    throw new KubernetesApiException(
        0,
        "",
        "could not find scale subresource for " + text(mapping) + " in discovery information",
        null);
  }

  private Iterable<ApiResource> resources(ResourceMapping mapping) throws KubernetesApiException {
    try {
      return discovery.resources(mapping.groupVersion());
    } catch (KubernetesApiException failure) {
      throw new KubernetesApiException(
          0,
          "",
          "unable to fetch discovery information for " + text(mapping) + ": " + failure.text(),
          failure);
    }
  }
}
