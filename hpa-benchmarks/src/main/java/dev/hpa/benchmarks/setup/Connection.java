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

/** The way to a sandbox: whose certificate to trust, and the token. */
public final class Connection {

  private final OkHttpClient http;
  private final String server;
  private final String token;

  private Connection(OkHttpClient http, String server, String token) {
    this.http = http;
    this.server = server;
    this.token = token;
  }

  /** The one a kubeconfig tells of. */
  public static Connection of(String kubeconfig) throws IOException {
    KubeConfig config = KubeConfig.loadKubeConfig(new StringReader(kubeconfig));
    String token = Objects.requireNonNull(config.getCredentials().get("token"), "token");
    ApiClient client = ClientBuilder.kubeconfig(config).build();
    OkHttpClient http = client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build();
    return new Connection(http, client.getBasePath(), token);
  }

  /** The same over TCP connections of its own, as another process would have them. */
  public Connection another(Protocol... protocols) {
    OkHttpClient own =
        http.newBuilder()
            .protocols(List.of(protocols))
            .connectionPool(new ConnectionPool(64, 1, TimeUnit.MINUTES))
            .build();
    return new Connection(own, server, token);
  }

  /** A request for a path; the method is GET until it is given another. */
  public Request.Builder request(String path) {
    return new Request.Builder().url(server + path).header("Authorization", "Bearer " + token);
  }

  /** A call over one of its connections. */
  public Call call(Request request) {
    return http.newCall(request);
  }
}
