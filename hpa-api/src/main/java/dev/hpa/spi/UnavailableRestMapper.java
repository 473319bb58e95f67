package dev.hpa.spi;

import java.util.List;

/** A mapper whose methods always throw. */
final class UnavailableRestMapper implements RestMapper {

  @Override
  public List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException {
    throw unavailable();
  }

  @Override
  public ResourceMapping preferred(String group, String kind) throws KubernetesApiException {
    throw unavailable();
  }

  @Override
  public ResourceMapping resource(String group, String resource) throws KubernetesApiException {
    throw unavailable();
  }

  private static KubernetesApiException unavailable() {
    return new KubernetesApiException(
        0, "", "no REST mapping: this context was created without a RestMapper", null);
  }
}
