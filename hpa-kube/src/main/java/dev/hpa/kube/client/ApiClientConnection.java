package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.content.ContentType;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.auth.Authentication;
import java.io.IOException;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Connects with an application's {@link ApiClient}. A separate class, because {@code
 * hpa-controller} runs without client-java.
 */
public final class ApiClientConnection implements CredentialSource {

  private final ApiClient client;
  private final ServerAddress server;

  private ApiClientConnection(ApiClient client, ServerAddress server) {
    this.client = client;
    this.server = server;
  }

  /**
   * Connects with the address, the TLS and proxy settings and the credentials of an {@link
   * ApiClient}, which may come from an interceptor; it sends no requests itself.
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
    return ClusterConnection.open(new ApiClientConnection(client, server), timeline, contentType);
  }

  @Override
  public ClusterAccess access(InstantSource clock) {
    OkHttpClient http = client.getHttpClient();
    Proxy proxy = http.proxy();
    String name = client.getTlsServerName();
    CallSender calls =
        TlsClientConfig.calls(
            http.sslSocketFactory(),
            name == null ? "" : name,
            !client.isVerifyingSsl(),
            proxy == null
                ? ProxyAddress.of(http.proxySelector(), server.origin())
                : ProxyAddress.of(proxy),
            server);
    OkHttpClient unsent = http.newBuilder().addInterceptor(ApiClientConnection::unsent).build();
    return new ClusterAccess(server, calls, () -> authorization(unsent), Impersonation.NONE, null);
  }

  /** Answers a request behind all interceptors, which may have added credentials. */
  private static Response unsent(Interceptor.Chain chain) {
    return new Response.Builder()
        .request(chain.request())
        .protocol(Protocol.HTTP_1_1)
        .code(200)
        .message("OK")
        .build();
  }

  private @Nullable String authorization(OkHttpClient unsent) throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (Authentication each : client.getAuthentications().values()) {
      try {
        each.applyToParams(
            new ArrayList<>(),
            headers,
            new HashMap<>(),
            "",
            "GET",
            URI.create(client.getBasePath()));
      } catch (ApiException failure) {
        throw new IOException("the ApiClient has no credentials: " + failure.getMessage(), failure);
      }
    }
    Request.Builder request = new Request.Builder().url(server.origin().toString());
    headers.forEach(request::header);
    try (Response answered = unsent.newCall(request.build()).execute()) {
      return answered.request().header("Authorization");
    }
  }

  @Override
  public CredentialSource anonymous() throws KubeconfigException {
    throw new KubeconfigException(
        "service account credentials: not supported with an ApiClient; connect with a kubeconfig");
  }

  @Override
  public @Nullable FileTime written() {
    return null;
  }
}
