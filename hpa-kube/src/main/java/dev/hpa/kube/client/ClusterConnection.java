package dev.hpa.kube.client;

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
 * An API server and how to reach it. Certificates and TLS are client-java's business; the calls go
 * through its OkHttp client without its models.
 *
 * <p>Where the server does not know the credentials any more, or is not known itself, the files
 * they came from are read again and the request is sent once more. A request is not sent when
 * credentials that the kubeconfig promises cannot be had. Thread-safe.
 */
public final class ClusterConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterConnection.class);
  private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(5);
  private static final String USER_AGENT = "hpa-controller";
  private static final int UNAUTHORIZED = 401;

  private final CredentialSource login;
  private final Timeline timeline;
  private final @Nullable ServiceAccountToken actingAs;
  private final ContentType form;
  private final Map<String, LongAdder> requests;
  private final CallListeners listeners;
  private final PendingCalls pending;
  private final OutageLog trouble;
  private volatile Session session;
  private @Nullable KubeconfigException renewalFailure;
  private Instant nextRenewal = Instant.MIN;

  private ClusterConnection(
      CredentialSource login,
      Timeline timeline,
      @Nullable ServiceAccountToken actingAs,
      ContentType form,
      Map<String, LongAdder> requests,
      CallListeners listeners,
      PendingCalls pending,
      Session session) {
    this.login = login;
    this.timeline = timeline;
    this.actingAs = actingAs;
    this.form = form;
    this.requests = requests;
    this.listeners = listeners;
    this.pending = pending;
    this.trouble = new OutageLog(LOG, "credentials", timeline::now);
    this.session = session;
  }

  /** Connects to ask for JSON, like {@link #open(Path, String, Timeline, ContentType)}. */
  public static ClusterConnection open(
      @Nullable Path kubeconfig, @Nullable String master, Timeline timeline)
      throws KubeconfigException {
    return open(kubeconfig, master, timeline, ContentType.JSON);
  }

  /**
   * Connects by a kubeconfig, or as a pod of the cluster does when there is none.
   *
   * @param kubeconfig null for the pod's own service account
   * @param master address that takes the place of the kubeconfig's, or null
   * @param form in which metrics, scales and lists of resources are asked for; all else is JSON
   */
  public static ClusterConnection open(
      @Nullable Path kubeconfig, @Nullable String master, Timeline timeline, ContentType form)
      throws KubeconfigException {
    return open(
        new Login(kubeconfig == null ? List.of() : List.of(kubeconfig), master, false),
        timeline,
        form);
  }

  /**
   * Connects by several kubeconfigs, of which the first that defines a name wins, and asks for
   * JSON.
   *
   * @param kubeconfigs at least one; where there are more, those that do not exist are skipped
   */
  public static ClusterConnection open(List<Path> kubeconfigs, Timeline timeline)
      throws KubeconfigException {
    return open(new Login(kubeconfigs, null, false), timeline, ContentType.JSON);
  }

  /**
   * Connects as an {@link ApiClient} does, whose threads and connections are not used.
   *
   * @param form in which metrics, scales and lists of resources are requested; all else is JSON
   * @throws KubeconfigException when the client's base path is no address
   */
  public static ClusterConnection of(ApiClient client, Timeline timeline, ContentType form)
      throws KubeconfigException {
    if (HttpUrl.parse(client.getBasePath()) == null) {
      throw new KubeconfigException(
          "the base path \""
              + client.getBasePath()
              + "\" of the ApiClient is no address; write it like https://127.0.0.1:6443");
    }
    return open(new ApiClientCredentials(client), timeline, form);
  }

  private static ClusterConnection open(CredentialSource login, Timeline timeline, ContentType form)
      throws KubeconfigException {
    CallListeners listeners = new CallListeners();
    return new ClusterConnection(
        login,
        timeline,
        null,
        form,
        new ConcurrentSkipListMap<>(),
        listeners,
        new PendingCalls(timeline),
        Session.open(login, timeline, listeners));
  }

  /**
   * A connection to the same server in the name of a service account, by tokens that this one asks
   * for. Closed on its own.
   */
  public ClusterConnection actingAs(String namespace, String serviceAccount)
      throws KubeconfigException {
    ServiceAccountToken token =
        new ServiceAccountToken(new HttpKubernetesApi(this), namespace, serviceAccount, timeline);
    // A certificate of ours would count more than the token.
    CredentialSource anonymous = login.anonymous();
    return new ClusterConnection(
        anonymous,
        timeline,
        token,
        form,
        requests,
        listeners,
        pending,
        Session.open(anonymous, timeline, listeners));
  }

  /** The address of the API server. */
  public String server() {
    return session.access().server();
  }

  /** How many requests were made, by method, for people. */
  public String requestsText() {
    long all = requests.values().stream().mapToLong(LongAdder::sum).sum();
    return requests.entrySet().stream()
        .map(each -> each.getValue().sum() + " " + each.getKey())
        .collect(Collectors.joining(", ", all + " requests (", ")"));
  }

  /** Tells of every call from now on. */
  public void onCall(CallListener listener) {
    listeners.add(listener);
  }

  /** All who listen, as one. */
  CallListener listeners() {
    return listeners;
  }

  /** Name and port of the API server, as metrics call it. */
  String host() {
    return session.address().getAuthority();
  }

  /** The calls that have not ended, also those of {@link #actingAs}. */
  public PendingCalls pending() {
    return pending;
  }

  Timeline timeline() {
    return timeline;
  }

  ContentType form() {
    return form;
  }

  /**
   * Sends a request whose answer is expected soon.
   *
   * @param patience how long the server may be silent, in real time
   * @param limit how long all of it may take, in real time; zero for any time
   */
  Response send(ApiRequest request, Duration patience, Duration limit) throws IOException {
    return sendAgainIfStrange(
        used -> {
          OkHttpClient client =
              patience.toMillis() == used.calls().readTimeoutMillis()
                  ? used.calls()
                  : used.calls()
                      .newBuilder()
                      .connectTimeout(patience)
                      .readTimeout(patience)
                      .build();
          Call call = client.newCall(request(used, request));
          call.timeout().timeout(limit.toNanos(), TimeUnit.NANOSECONDS);
          return call;
        });
  }

  /**
   * Sends a request whose answer comes bit by bit for as long as the server likes.
   *
   * @param patience how long it may take until the answer begins, in real time; afterwards the
   *     server may be silent, so nothing else ends a connection that hangs while it is made
   * @param started is told the call before it is sent, to cancel it
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
      return sendAgainIfStrange(
          used -> {
            Call call = used.watches().newCall(request(used, request));
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

  private Response sendAgainIfStrange(CallFactory calls) throws IOException {
    Session used = current();
    try {
      Response response = calls.newCall(used).execute();
      if (response.code() != UNAUTHORIZED) {
        trouble.over();
        return response;
      }
      trouble.met(server() + " does not accept them; they are read again");
      if (!renewed(used)) {
        return response;
      }
      response.close();
    } catch (SSLHandshakeException | SSLPeerUnverifiedException failure) {
      trouble.met(server() + " is not to be trusted by them; they are read again");
      if (!renewed(used)) {
        throw failure;
      }
    }
    return calls.newCall(session).execute();
  }

  /** The session to send with, whose credentials still count. */
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

  /** Reads the credentials again; false when they are as new as can be. */
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
      trouble.met("not read again: " + failure.getMessage());
      return false;
    }
  }

  private Request request(Session used, ApiRequest asked) throws IOException {
    requests.computeIfAbsent(asked.method(), any -> new LongAdder()).increment();
    byte[] body = asked.body();
    Request.Builder request =
        new Request.Builder()
            .url(used.url(asked.target()))
            .tag(ApiRequest.class, asked)
            .method(asked.method(), body == null ? null : RequestBody.create(body, null));
    request
        .header("Accept", ContentNegotiation.accept(asked.answer(), form))
        .header("User-Agent", USER_AGENT);
    // As kube-controller-manager: packing lists costs both sides more than the way they go is
    // worth.
    request.header("Accept-Encoding", "identity");
    if (asked.contentType() != null) {
      request.header("Content-Type", asked.contentType());
    }
    String authorization = authorization(used);
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    Headers.Builder headers = request.build().headers().newBuilder();
    used.access().impersonation().addTo(headers);
    return request.headers(headers.build()).build();
  }

  /** Asked for each request, because tokens are renewed. */
  private @Nullable String authorization(Session used) throws IOException {
    return actingAs == null ? used.access().authorization().header() : "Bearer " + actingAs.get();
  }

  @Override
  public void close() {
    session.close();
  }
}
