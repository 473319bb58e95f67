package dev.hpa.app.cluster;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * An API server and how to reach it. Kubeconfig, authentication and TLS are client-java's business;
 * the calls go through its OkHttp client without its models.
 */
public final class ClusterConnection implements AutoCloseable {

  private static final Duration PING = Duration.ofSeconds(20);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
  private static final String USER_AGENT = "hpa-controller";

  private final ApiClient client;
  private final OkHttpClient calls;
  private final OkHttpClient watches;
  private final Timeline timeline;
  private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();

  private ClusterConnection(ApiClient client, Timeline timeline) {
    this.client = client;
    this.timeline = timeline;
    this.calls = client.getHttpClient().newBuilder().readTimeout(READ_TIMEOUT).build();
    // The server ends a watch when its time is over; a dead connection is found by pings.
    this.watches = calls.newBuilder().readTimeout(Duration.ZERO).build();
  }

  /**
   * Connects by a kubeconfig, or as a pod of the cluster does when there is none.
   *
   * @param kubeconfig null for the pod's own service account
   * @param master address that takes the place of the kubeconfig's, or null
   */
  public static ClusterConnection open(
      @Nullable Path kubeconfig, @Nullable String master, Timeline timeline)
      throws KubeconfigException {
    try {
      ClientBuilder builder = kubeconfig == null ? inCluster() : fromFile(kubeconfig);
      if (master != null) {
        builder.setBasePath(master);
      }
      ApiClient client = builder.setPingInterval(PING).build();
      if (HttpUrl.parse(client.getBasePath()) == null) {
        throw new KubeconfigException(
            (master == null ? kubeconfig + ": the server" : "--master")
                + " \""
                + client.getBasePath()
                + "\" is no address; write it like https://127.0.0.1:6443");
      }
      return new ClusterConnection(client, timeline);
    } catch (IOException | RuntimeException failure) {
      throw new KubeconfigException(
          (kubeconfig == null ? "the service account of this pod" : kubeconfig.toString())
              + ": "
              + reason(failure),
          failure);
    }
  }

  private static ClientBuilder inCluster() throws IOException, KubeconfigException {
    if (System.getenv("KUBERNETES_SERVICE_HOST") == null) {
      throw new KubeconfigException(
          "no cluster: give --kubeconfig FILE, or run inside a pod, where KUBERNETES_SERVICE_HOST is"
              + " set");
    }
    return ClientBuilder.cluster();
  }

  private static ClientBuilder fromFile(Path file) throws IOException, KubeconfigException {
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new KubeconfigException(
          file
              + ": "
              + (Files.isDirectory(file)
                  ? "is a directory"
                  : Files.exists(file) ? "cannot be read" : "no such file")
              + "; give the kubeconfig of a cluster with --kubeconfig");
    }
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      KubeConfig config = KubeConfig.loadKubeConfig(reader);
      config.setFile(file.toFile());
      if (config.getServer() == null) {
        throw new KubeconfigException(
            file + ": the current context names no cluster with a server address");
      }
      return ClientBuilder.kubeconfig(config);
    }
  }

  /** One line; what client-java trips over when the form is wrong says nothing to a user. */
  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    String message = failure.getMessage();
    if (cause != null && (message == null || message.equals(cause.toString()))) {
      return reason(cause);
    }
    String why =
        switch (failure) {
          case ClassCastException e -> "it is no YAML map of contexts, clusters and users";
          case NullPointerException e -> "it is no YAML map of contexts, clusters and users";
          case NoSuchFileException e -> "no such file: " + e.getFile();
          default ->
              message == null || message.isBlank()
                  ? failure.getClass().getSimpleName()
                  : message.lines().findFirst().orElse("");
        };
    return "is no usable kubeconfig: " + why;
  }

  /** The address of the API server. */
  public String server() {
    return client.getBasePath();
  }

  /** How many requests were made, by method, for people. */
  public String requestsText() {
    long all = requests.values().stream().mapToLong(LongAdder::sum).sum();
    return requests.entrySet().stream()
        .map(each -> each.getValue().sum() + " " + each.getKey())
        .collect(Collectors.joining(", ", all + " requests (", ")"));
  }

  Timeline timeline() {
    return timeline;
  }

  /** A call that is expected to end soon. */
  Call newCall(ApiRequest request) throws IOException {
    return calls.newCall(request(request));
  }

  /** A call whose answer comes bit by bit for as long as the server likes. */
  Call newWatch(ApiRequest request) throws IOException {
    return watches.newCall(request(request));
  }

  private Request request(ApiRequest asked) throws IOException {
    requests.computeIfAbsent(asked.method(), any -> new LongAdder()).increment();
    URI uri = URI.create(client.getBasePath() + asked.target());
    byte[] body = asked.body();
    Request.Builder request =
        new Request.Builder()
            .url(uri.toString())
            .method(asked.method(), body == null ? null : RequestBody.create(body, null));
    request.header("Accept", asked.answer().accept()).header("User-Agent", USER_AGENT);
    if (asked.contentType() != null) {
      request.header("Content-Type", asked.contentType());
    }
    credentials(asked.method(), uri).forEach(request::header);
    return request.build();
  }

  /** Asked for each request, because tokens are renewed. */
  private Map<String, String> credentials(String method, URI uri) throws IOException {
    Map<String, String> headers = new HashMap<>();
    try {
      client.updateParamsForAuth(
          new String[] {"BearerToken"},
          new ArrayList<>(),
          headers,
          new HashMap<>(),
          "",
          method,
          uri);
    } catch (ApiException failure) {
      throw new IOException("no credentials: " + failure.getMessage(), failure);
    }
    return headers;
  }

  @Override
  public void close() {
    calls.dispatcher().cancelAll();
    watches.dispatcher().cancelAll();
    calls.dispatcher().executorService().shutdown();
    calls.connectionPool().evictAll();
  }
}
