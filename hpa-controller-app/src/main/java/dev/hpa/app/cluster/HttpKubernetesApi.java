package dev.hpa.app.cluster;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.http.ApiCaller;

/** Calls to the API server of a connection. */
public final class HttpKubernetesApi implements KubernetesApi {

  private final ApiCaller caller;

  public HttpKubernetesApi(ClusterConnection connection) {
    this.caller = new ApiCaller(new OkHttpTransport(connection), connection.timeline());
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    return caller.call(request, reader);
  }
}
