package dev.hpa.kube.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.auth.Authentication;
import java.io.IOException;
import java.net.URI;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The server and the credentials of an {@link ApiClient}: its TLS settings and interceptors, and
 * the {@code Authorization} header of its authentications, which is computed for each request.
 */
record ApiClientCredentials(ApiClient client, ServerAddress server) implements CredentialSource {

  @Override
  public ClusterAccess access(InstantSource clock) {
    // Separate threads and connections: closing this client must not close the application's.
    OkHttpClient own =
        client
            .getHttpClient()
            .newBuilder()
            .dispatcher(new Dispatcher())
            .connectionPool(new ConnectionPool())
            .build();
    return new ClusterAccess(
        server, new OkHttpCalls(own, server), this::authorization, Impersonation.NONE, null);
  }

  private @Nullable String authorization() throws IOException {
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
    return headers.entrySet().stream()
        .filter(each -> each.getKey().equalsIgnoreCase("Authorization"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
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
