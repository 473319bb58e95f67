package dev.hpa.spi;

import dev.hpa.spi.KubernetesApi.BodyReader;

/**
 * Compares the names in the responses of an API with those that were requested, unless the API has
 * its own: some adapters give values other names, which client-go accepts. Names that a repetition
 * on a new connection confirms are those of the adapter, and from then on no names of the API are
 * compared. Thread-safe.
 */
public final class ResponseNames {

  private volatile boolean differ;

  /**
   * Sends a request.
   *
   * @param comparing throws {@link MisdirectedResponseException} for other names
   * @param accepting accepts any names
   * @throws KubernetesApiException as {@link KubernetesApi#call}
   */
  public <T> T call(
      KubernetesApi api, ApiRequest request, BodyReader<T> comparing, BodyReader<T> accepting)
      throws KubernetesApiException {
    if (differ) {
      return api.call(request, accepting);
    }
    try {
      return api.call(request, comparing);
    } catch (KubernetesApiException failure) {
      if (!(failure.getCause() instanceof MisdirectedResponseException)) {
        throw failure;
      }
      T confirmed = api.call(request, accepting);
      differ = true;
      return confirmed;
    }
  }
}
