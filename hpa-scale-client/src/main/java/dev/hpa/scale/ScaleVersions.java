package dev.hpa.scale;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.kube.discovery.ApiResource;
import dev.hpa.kube.discovery.Discovery;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The Scale version that each resource accepts in writes, from discovery. Cached per resource;
 * failures are not cached.
 */
final class ScaleVersions {

  private final Discovery discovery;
  private final Map<String, ApiGroupVersion> byResource = new ConcurrentHashMap<>();

  ScaleVersions(KubernetesApi api) {
    this.discovery = new Discovery(api);
  }

  /**
   * The resource as client-go's messages show it, for example {@code apps/v1,
   * Resource=deployments}.
   */
  static String text(ResourceMapping mapping) {
    return mapping.group() + "/" + mapping.version() + ", Resource=" + mapping.resource();
  }

  ApiGroupVersion version(ResourceMapping mapping) throws KubernetesApiException {
    ApiGroupVersion version = byResource.get(text(mapping));
    if (version == null) {
      version = discover(mapping);
      byResource.put(text(mapping), version);
    }
    return version;
  }

  /**
   * Returns the version in the discovery entry of the subresource, or that of the resource if the
   * entry has no group or no version.
   */
  private ApiGroupVersion discover(ResourceMapping mapping) throws KubernetesApiException {
    ApiResource entry = entry(mapping);
    return entry.group().isEmpty() || entry.version().isEmpty()
        ? new ApiGroupVersion(mapping.group(), mapping.version())
        : new ApiGroupVersion(entry.group(), entry.version());
  }

  private ApiResource entry(ResourceMapping mapping) throws KubernetesApiException {
    Optional<ApiResource> entry;
    try {
      entry = discovery.resource(mapping.groupVersion(), mapping.resource() + "/scale");
    } catch (KubernetesApiException failure) {
      throw new KubernetesApiException(
          0,
          "",
          "unable to fetch discovery information for " + text(mapping) + ": " + failure.text(),
          failure);
    }
    return entry.orElseThrow(
        () ->
            new KubernetesApiException(
                0,
                "",
                "could not find scale subresource for "
                    + text(mapping)
                    + " in discovery information",
                null));
  }
}
