package dev.hpa.benchmarks.setup;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;

/** Connection to a sandbox: server, trusted certificate and token. */
public final class Connection {

  private final OkHttpClient http;
  private final String server;
  private final String token;

  private Connection(OkHttpClient http, String server, String token) {
    this.http = http;
    this.server = server;
    this.token = token;
  }

  /** Connects to the server of a kubeconfig. */
  public static Connection of(String kubeconfig) throws IOException {
    KubeConfig config = KubeConfig.loadKubeConfig(new StringReader(kubeconfig));
    String token = Objects.requireNonNull(config.getCredentials().get("token"), "token");
    ApiClient client = ClientBuilder.kubeconfig(config).build();
    OkHttpClient http = client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build();
    return new Connection(http, client.getBasePath(), token);
  }

  /** Returns a connection with a separate TCP connection pool, as another process would have. */
  public Connection another(Protocol... protocols) {
    OkHttpClient separate =
        http.newBuilder()
            .protocols(List.of(protocols))
            .connectionPool(new ConnectionPool(64, 1, TimeUnit.MINUTES))
            .build();
    return new Connection(separate, server, token);
  }

  /** Returns a GET request for a path; the caller may change the method. */
  public Request.Builder request(String path) {
    return new Request.Builder().url(server + path).header("Authorization", "Bearer " + token);
  }

  /** Returns a call over one of the pooled TCP connections. */
  public Call call(Request request) {
    return http.newCall(request);
  }
}
