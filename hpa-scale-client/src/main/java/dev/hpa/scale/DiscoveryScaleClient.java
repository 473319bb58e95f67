package dev.hpa.scale;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Scale;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads and writes scale subresources; the version of a reference is ignored, as upstream ignores
 * it.
 */
final class DiscoveryScaleClient implements ScaleClient {

  private final KubernetesApi api;
  private final KindMapper mapper;
  private final Map<String, String> versions = new ConcurrentHashMap<>();

  DiscoveryScaleClient(KubernetesApi api, KindMapper mapper) {
    this.api = api;
    this.mapper = mapper;
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    KubernetesApiException first = null;
    for (KindMapper.Mapping mapping : mappings(target)) {
      versions.put(mapping.group() + "/" + mapping.resource(), mapping.version());
      try {
        return new TargetScale(
            mapping.group(), mapping.resource(), get(mapping, namespace, target.name()));
      } catch (KubernetesApiException failure) {
        first = first == null ? failure : first;
      }
    }
    throw new ScaleException(
        ScaleException.Stage.READ, first == null ? "unrecognized resource" : first.text(), first);
  }

  private List<KindMapper.Mapping> mappings(CrossVersionObjectReference target)
      throws ScaleException {
    ApiGroupVersion version;
    try {
      version = ApiGroupVersion.parse(target.apiVersionOrEmpty());
    } catch (IllegalArgumentException failure) {
      throw new ScaleException(
          ScaleException.Stage.INVALID_REFERENCE, String.valueOf(failure.getMessage()), failure);
    }
    try {
      return mapper.mappings(version.group(), target.kind());
    } catch (KubernetesApiException failure) {
      throw new ScaleException(ScaleException.Stage.MAPPING, failure.text(), failure);
    }
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    Scale known = target.scale();
    try {
      return target.withScale(get(mapping(target), known.namespace(), known.name()));
    } catch (KubernetesApiException failure) {
      throw new ScaleException(ScaleException.Stage.READ, failure.text(), failure);
    }
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    Scale scale = target.scale();
    KindMapper.Mapping mapping = mapping(target);
    ApiRequest request =
        ApiRequest.put(
            path(mapping, scale.namespace(), scale.name()),
            subject(mapping, scale.name()),
            ScaleForm.write(scale));
    try {
      return target.withScale(api.call(request, ScaleForm::read));
    } catch (KubernetesApiException failure) {
      throw new ScaleException(
          failure.isConflict() ? ScaleException.Stage.CONFLICT : ScaleException.Stage.WRITE,
          failure.text(),
          failure);
    }
  }

  private KindMapper.Mapping mapping(TargetScale target) {
    String version = versions.getOrDefault(target.group() + "/" + target.resource(), "v1");
    return new KindMapper.Mapping(target.group(), version, target.resource());
  }

  private Scale get(KindMapper.Mapping mapping, String namespace, String name)
      throws KubernetesApiException {
    return api.call(
        ApiRequest.get(path(mapping, namespace, name), Map.of(), subject(mapping, name)),
        ScaleForm::read);
  }

  private static String path(KindMapper.Mapping mapping, String namespace, String name) {
    String base =
        mapping.group().isEmpty()
            ? "/api/" + mapping.version()
            : "/apis/" + mapping.group() + "/" + mapping.version();
    return base
        + "/namespaces/"
        + ApiRequest.segment(namespace)
        + "/"
        + mapping.resource()
        + "/"
        + ApiRequest.segment(name)
        + "/scale";
  }

  /** Upstream's scale client leaves the group out of the texts it makes itself. */
  private static ApiRequest.Subject subject(KindMapper.Mapping mapping, String name) {
    return new ApiRequest.Subject(mapping.resource(), "", name);
  }
}
