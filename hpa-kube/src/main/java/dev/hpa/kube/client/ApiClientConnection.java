package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.content.ContentType;
import io.kubernetes.client.openapi.ApiClient;

/**
 * Connects with an application's {@link ApiClient}. A separate class, because {@code
 * hpa-controller} runs without client-java.
 */
public final class ApiClientConnection {

  private ApiClientConnection() {}

  /**
   * Connects with the address and the credentials of an {@link ApiClient}; its threads and
   * connections are not used.
   *
   * @param contentType in which pods, autoscalers, metrics, scales and discovery are requested
   * @throws KubeconfigException if the base path of the client is not a URL
   */
  public static ClusterConnection open(ApiClient client, Timeline timeline, ContentType contentType)
      throws KubeconfigException {
    ServerAddress server = ServerAddress.parse(client.getBasePath());
    if (server == null) {
      throw new KubeconfigException(
          "the base path \""
              + client.getBasePath()
              + "\" of the ApiClient is not a URL; write it like https://127.0.0.1:6443");
    }
    return ClusterConnection.open(new ApiClientCredentials(client, server), timeline, contentType);
  }
}
