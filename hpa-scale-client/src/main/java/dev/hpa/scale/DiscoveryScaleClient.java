package dev.hpa.scale;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.TargetScale;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes scale subresources, with REST mappings from discovery.
 *
 * <p>Like client-go, it ignores the version of a reference: it sends one request for each version
 * that serves the kind, always in the server's preferred version, until one succeeds.
 */
final class DiscoveryScaleClient implements ScaleClient {

  private final KubernetesApi api;
  private final RestMapper restMapper;
  private final ScaleVersions versions;

  DiscoveryScaleClient(KubernetesApi api, RestMapper restMapper) {
    this.api = api;
    this.restMapper = restMapper;
    this.versions = new ScaleVersions(api);
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    ScaleException first = null;
    for (ResourceMapping mapping : mappings(target)) {
      try {
        return get(namespace, target.name(), mapping.group(), mapping.resource());
      } catch (ScaleException failure) {
        first = first == null ? failure : first;
      }
    }
    throw first == null ? new ScaleException(Reason.READ, "unrecognized resource", null) : first;
  }

  private List<ResourceMapping> mappings(CrossVersionObjectReference target) throws ScaleException {
    ApiGroupVersion version;
    try {
      version = ApiGroupVersion.parse(target.apiVersionOrEmpty());
    } catch (IllegalArgumentException failure) {
      throw new ScaleException(
          Reason.INVALID_REFERENCE, String.valueOf(failure.getMessage()), failure);
    }
    try {
      return restMapper.mappings(version.group(), target.kind());
    } catch (KubernetesApiException failure) {
      throw new ScaleException(Reason.MAPPING, failure.text(), failure);
    }
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return get(target.namespace(), target.name(), target.group(), target.resource());
  }

  private TargetScale get(String namespace, String name, String group, String resource)
      throws ScaleException {
    ResourceMapping mapping = mapping(Reason.READ, group, resource);
    ApiRequest request =
        ApiRequest.get(
            path(Reason.READ, mapping, namespace, name),
            Map.of(),
            subject(mapping, name),
            ApiRequest.ResponseFormat.SELF_DESCRIBING);
    try {
      ScaleObject read = api.call(request, body -> ScaleObject.read(body, namespace, name));
      return new TargetScale(namespace, name, group, resource, read.metadata(), read.scale());
    } catch (KubernetesApiException failure) {
      throw new ScaleException(Reason.READ, failure.text(), failure);
    }
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    ResourceMapping mapping = mapping(Reason.WRITE, target.group(), target.resource());
    byte[] body = body(mapping, target);
    String name = target.scale().name();
    ApiRequest request =
        new ApiRequest(
            "PUT",
            path(Reason.WRITE, mapping, target.namespace(), name),
            Map.of(),
            subject(mapping, name),
            ApiRequest.ResponseFormat.SELF_DESCRIBING,
            null,
            body);
    try {
      ScaleObject written =
          api.call(request, answer -> ScaleObject.read(answer, target.namespace(), name));
      return target.reread(written.metadata(), written.scale());
    } catch (KubernetesApiException failure) {
      throw new ScaleException(
          failure.isConflict() ? Reason.CONFLICT : Reason.WRITE, failure.text(), failure);
    }
  }

  private byte[] body(ResourceMapping mapping, TargetScale target) throws ScaleException {
    ApiGroupVersion version;
    try {
      version = versions.version(mapping);
    } catch (KubernetesApiException failure) {
      throw new ScaleException(
          Reason.WRITE,
          "could not find proper group-version for scale subresource of "
              + ScaleVersions.text(mapping)
              + ": "
              + failure.text(),
          null);
    }
    try {
      return new ScaleObject(target.metadata(), target.scale()).write(version);
    } catch (IllegalArgumentException failure) {
      throw new ScaleException(
          Reason.WRITE,
          "could not convert scale update to external Scale: " + failure.getMessage(),
          failure);
    }
  }

  private ResourceMapping mapping(Reason reason, String group, String resource)
      throws ScaleException {
    try {
      return restMapper.resource(group, resource);
    } catch (KubernetesApiException failure) {
      String what = group.isEmpty() ? resource : resource + "." + group;
      throw new ScaleException(
          reason,
          "unable to get client for "
              + what
              + ": unable to get full preferred group-version-resource for "
              + what
              + ": "
              + failure.text(),
          null);
    }
  }

  private static String path(Reason reason, ResourceMapping mapping, String namespace, String name)
      throws ScaleException {
    try {
      return ApiRequest.pathOf(mapping.base(), namespace, mapping.resource(), name, "scale");
    } catch (IllegalArgumentException failure) {
      throw new ScaleException(reason, String.valueOf(failure.getMessage()), failure);
    }
  }

  /** client-go's scale client omits the group in its messages. */
  private static ApiRequest.Subject subject(ResourceMapping mapping, String name) {
    return new ApiRequest.Subject(mapping.resource(), "", name);
  }
}
