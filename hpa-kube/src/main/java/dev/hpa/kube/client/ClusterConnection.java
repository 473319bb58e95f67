package dev.hpa.kube.client;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ContentNegotiation;
import dev.hpa.spi.ApiRequest;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.AsyncTimeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to an API server. client-java reads certificates and configures TLS; requests use
 * its OkHttp client without its model classes.
 *
 * <p>If the server rejects the credentials or presents an untrusted certificate, the connection
 * reads the credential files again and resends the request, at most twice. It does not send a
 * request if credentials that the kubeconfig configures are unavailable. Thread-safe.
 */
public final class ClusterConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterConnection.class);
  private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(5);
  private static final String USER_AGENT = "hpa-controller";
  private static final int UNAUTHORIZED = 401;
  private static final int MOST_RENEWALS = 2;

  private final CredentialSource login;
  private final Timeline timeline;
  private final @Nullable ServiceAccountToken actingAs;
  private final ContentType contentType;
  private final Map<String, LongAdder> requests;
  private final CallListeners listeners;
  private final PendingCalls pending;
  private final OutageLog outages;
  private volatile Session session;
  private @Nullable KubeconfigException renewalFailure;
  private Instant nextRenewal = Instant.MIN;

  private ClusterConnection(
      CredentialSource login,
      Timeline timeline,
      @Nullable ServiceAccountToken actingAs,
      ContentType contentType,
      Map<String, LongAdder> requests,
      CallListeners listeners,
      PendingCalls pending,
      Session session) {
    this.login = login;
    this.timeline = timeline;
    this.actingAs = actingAs;
    this.contentType = contentType;
    this.requests = requests;
    this.listeners = listeners;
    this.pending = pending;
    this.outages = new OutageLog(LOG, "credentials", timeline::now);
    this.session = session;
  }

  /** Connects with content type JSON, like {@link #open(Path, String, Timeline, ContentType)}. */
  public static ClusterConnection open(
      @Nullable Path kubeconfig, @Nullable String master, Timeline timeline)
      throws KubeconfigException {
    return open(kubeconfig, master, timeline, ContentType.JSON);
  }

  /**
   * Connects with a kubeconfig, or with the service account of the pod if there is none.
   *
   * @param kubeconfig null for the service account of the pod
   * @param master address that overrides the server of the kubeconfig; null for none
   * @param contentType in which pods, autoscalers, metrics, scales and discovery are requested
   * @throws KubeconfigException if the kubeconfig or the service account is not usable
   */
  public static ClusterConnection open(
      @Nullable Path kubeconfig,
      @Nullable String master,
      Timeline timeline,
      ContentType contentType)
      throws KubeconfigException {
    return open(
        new ClusterCredentials(kubeconfig == null ? List.of() : List.of(kubeconfig), master, false),
        timeline,
        contentType);
  }

  /**
   * Connects with several merged kubeconfigs, of which the first that defines a name takes
   * precedence, with content type JSON.
   *
   * @param kubeconfigs at least one; if there are several, missing files are skipped
   * @throws KubeconfigException if the kubeconfigs are not usable
   */
  public static ClusterConnection open(List<Path> kubeconfigs, Timeline timeline)
      throws KubeconfigException {
    return open(new ClusterCredentials(kubeconfigs, null, false), timeline, ContentType.JSON);
  }

  /**
   * Connects with the address and the credentials of an {@link ApiClient}; its threads and
   * connections are not used.
   *
   * @param contentType in which pods, autoscalers, metrics, scales and discovery are requested
   * @throws KubeconfigException if the base path of the client is not a URL
   */
  public static ClusterConnection of(ApiClient client, Timeline timeline, ContentType contentType)
      throws KubeconfigException {
    if (HttpUrl.parse(client.getBasePath()) == null) {
      throw new KubeconfigException(
          "the base path \""
              + client.getBasePath()
              + "\" of the ApiClient is not a URL; write it like https://127.0.0.1:6443");
    }
    return open(new ApiClientCredentials(client), timeline, contentType);
  }

  private static ClusterConnection open(
      CredentialSource login, Timeline timeline, ContentType contentType)
      throws KubeconfigException {
    CallListeners listeners = new CallListeners();
    return new ClusterConnection(
        login,
        timeline,
        null,
        contentType,
        new ConcurrentSkipListMap<>(),
        listeners,
        new PendingCalls(timeline),
        Session.open(login, timeline, listeners));
  }

  /**
   * Opens a connection to the same server as a service account, with tokens that this connection
   * requests. The caller closes it.
   */
  public ClusterConnection actingAs(String namespace, String serviceAccount)
      throws KubeconfigException {
    ServiceAccountToken token =
        new ServiceAccountToken(
            new HttpKubernetesApi(this), new NamespacedName(namespace, serviceAccount), timeline);
    // A client certificate would take precedence over the token.
    CredentialSource anonymous = login.anonymous();
    return new ClusterConnection(
        anonymous,
        timeline,
        token,
        contentType,
        requests,
        listeners,
        pending,
        Session.open(anonymous, timeline, listeners));
  }

  /** The address of the API server. */
  public String server() {
    return session.access().server();
  }

  /** A summary of the requests sent so far, by method. */
  public String requestsText() {
    long all = requests.values().stream().mapToLong(LongAdder::sum).sum();
    return requests.entrySet().stream()
        .map(each -> each.getValue().sum() + " " + each.getKey())
        .collect(Collectors.joining(", ", all + " requests (", ")"));
  }

  /** Registers a listener for all later calls. */
  public void onCall(CallListener listener) {
    listeners.add(listener);
  }

  /** A listener that forwards to all registered ones. */
  CallListener listeners() {
    return listeners;
  }

  /** Host and port of the API server, as metric labels show them. */
  String host() {
    return session.address().getAuthority();
  }

  /** The calls in progress, including those of {@link #actingAs}. */
  public PendingCalls pending() {
    return pending;
  }

  Timeline timeline() {
    return timeline;
  }

  ContentType contentType() {
    return contentType;
  }

  /**
   * Sends a request other than a watch.
   *
   * @param patience read and connect timeout, in real time
   * @param limit timeout of the whole call, in real time; zero for none
   * @param check asked immediately before the request is written to the connection, which may be
   *     long after this call: the process may be suspended
   */
  Response send(ApiRequest request, Duration patience, Duration limit, SendCheck check)
      throws IOException {
    return sendWithRenewal(
        used -> {
          OkHttpClient client =
              patience.toMillis() == used.calls().readTimeoutMillis()
                  ? used.calls()
                  : used.calls()
                      .newBuilder()
                      .connectTimeout(patience)
                      .readTimeout(patience)
                      .build();
          Call call = client.newCall(request(used, request).tag(SendCheck.class, check).build());
          call.timeout().timeout(limit.toNanos(), TimeUnit.NANOSECONDS);
          return call;
        });
  }

  /**
   * Opens a watch.
   *
   * @param patience timeout until the response headers, in real time; nothing else ends a
   *     connection attempt that hangs, because a watch has no read timeout
   * @param started receives the call before it is sent, to cancel it
   */
  Response watch(ApiRequest request, Duration patience, Consumer<Call> started) throws IOException {
    AtomicReference<@Nullable Call> opening = new AtomicReference<>();
    AsyncTimeout limit =
        new AsyncTimeout() {
          @Override
          protected void timedOut() {
            Call hanging = opening.get();
            if (hanging != null) {
              hanging.cancel();
            }
          }
        };
    limit.timeout(patience.toNanos(), TimeUnit.NANOSECONDS);
    limit.enter();
    try {
      return sendWithRenewal(
          used -> {
            Call call = used.watches().newCall(request(used, request).build());
            opening.set(call);
            started.accept(call);
            return call;
          });
    } finally {
      limit.exit();
    }
  }

  @FunctionalInterface
  private interface CallFactory {
    Call newCall(Session session) throws IOException;
  }

  /**
   * Another thread may have renewed the session with credentials that were replaced in the same
   * moment, so the second renewal may be the one that reads the new ones.
   */
  private Response sendWithRenewal(CallFactory calls) throws IOException {
    Session used = current();
    for (int renewals = 0; ; renewals++) {
      boolean isLast = renewals == MOST_RENEWALS;
      try {
        Response response = calls.newCall(used).execute();
        if (response.code() != UNAUTHORIZED) {
          outages.over();
          return response;
        }
        outages.met(server() + " rejected them; reading them again");
        if (isLast || !renewed(used)) {
          return response;
        }
        response.close();
      } catch (SSLHandshakeException | SSLPeerUnverifiedException failure) {
        outages.met(server() + " presented an untrusted certificate; reading them again");
        if (isLast || !renewed(used)) {
          throw failure;
        }
      }
      used = session;
    }
  }

  /** The session to send with; renewed if its credentials have expired. */
  private Session current() throws IOException {
    Session used = session;
    return used.isExpired(timeline) ? renewedExpired(used) : used;
  }

  private synchronized Session renewedExpired(Session used) throws IOException {
    if (!session.equals(used)) {
      return session;
    }
    KubeconfigException before = renewalFailure;
    if (before == null || !timeline.now().isBefore(nextRenewal)) {
      try {
        reopen(used);
        return session;
      } catch (KubeconfigException failure) {
        before = failure;
        renewalFailure = failure;
        nextRenewal = timeline.now().plus(BETWEEN_RENEWALS);
      }
    }
    throw new IOException(before.getMessage(), before);
  }

  private void reopen(Session used) throws KubeconfigException {
    session = Session.open(login, timeline, listeners);
    renewalFailure = null;
    used.calls().connectionPool().evictAll();
  }

  /** Reads the credentials again; false if they cannot be newer. */
  private synchronized boolean renewed(Session used) {
    if (actingAs != null) {
      actingAs.drop();
    }
    if (!session.equals(used)) {
      return true;
    }
    boolean isOld = !used.since().plus(BETWEEN_RENEWALS).isAfter(timeline.now());
    if (!isOld && Objects.equals(used.written(), login.written())) {
      return false;
    }
    try {
      reopen(used);
      return true;
    } catch (KubeconfigException failure) {
      outages.met("not read again: " + failure.getMessage());
      return false;
    }
  }

  private Request.Builder request(Session used, ApiRequest asked) throws IOException {
    requests.computeIfAbsent(asked.method(), any -> new LongAdder()).increment();
    byte[] body = asked.body();
    // As kube-controller-manager: compressing lists costs more CPU than the transfer saves.
    Headers.Builder headers =
        new Headers.Builder()
            .add("Accept", ContentNegotiation.accept(asked, contentType))
            .add("User-Agent", USER_AGENT)
            .add("Accept-Encoding", "identity");
    if (asked.contentType() != null) {
      headers.add("Content-Type", asked.contentType());
    }
    String authorization = authorization(used);
    if (authorization != null) {
      headers.add("Authorization", authorization);
    }
    used.access().impersonation().addTo(headers);
    return new Request.Builder()
        .url(used.url(asked.target()))
        .tag(ApiRequest.class, asked)
        .headers(headers.build())
        .method(asked.method(), body == null ? null : RequestBody.create(body, null));
  }

  /** Computed for each request, because tokens are renewed. */
  private @Nullable String authorization(Session used) throws IOException {
    return actingAs == null ? used.access().authorization().header() : "Bearer " + actingAs.get();
  }

  @Override
  public void close() {
    session.close();
  }
}
