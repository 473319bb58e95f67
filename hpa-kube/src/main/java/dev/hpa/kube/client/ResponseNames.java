package dev.hpa.kube.client;

import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApi.BodyReader;
import dev.hpa.spi.KubernetesApiException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Set;

/**
 * Compares the names in the responses of an API with those that were requested, unless the API has
 * its own: some adapters give values other names, which client-go accepts. Names that a repetition
 * on a new connection confirms are those of the adapter, and from then on those in the responses to
 * requests with the same path, which has the namespace and the metric, are not compared.
 * Thread-safe.
 */
public final class ResponseNames {

  private final Set<String> different =
      Collections.synchronizedSet(
          Collections.newSetFromMap(new LruMap<>(Limit.KEPT_PATHS.asInt())));

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
    String path = shortened(request.path());
    if (different.contains(path)) {
      return api.call(request, accepting);
    }
    try {
      return api.call(request, comparing);
    } catch (KubernetesApiException failure) {
      if (!(failure.getCause() instanceof MisdirectedResponseException)) {
        throw failure;
      }
      T confirmed = api.call(request, accepting);
      different.add(path);
      return confirmed;
    }
  }

  /** A digest of a long path: names of metrics and objects have any length. */
  private static String shortened(String path) {
    if (path.length() <= Limit.SHOWN_CHARS.asInt()) {
      return path;
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(path.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
