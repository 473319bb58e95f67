package dev.hpa.kube.client;

import dev.hpa.api.BuildInfo;
import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ContentNegotiation;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to an API server, without the model classes of client-java.
 *
 * <p>If the server rejects the credentials or presents an untrusted certificate, the connection
 * reads the credential files again and resends the request, at most twice. It does not send a
 * request if credentials that the kubeconfig configures are unavailable. Thread-safe.
 */
public final class ClusterConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterConnection.class);
  private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(5);

  /** The API server takes the field manager from the part before the slash. */
  private static final HttpHeader USER_AGENT =
      new HttpHeader("User-Agent", "hpa-controller/" + BuildInfo.VERSION);

  /** As kube-controller-manager: compressing lists costs more CPU than the transfer saves. */
  private static final HttpHeader NO_COMPRESSION = new HttpHeader("Accept-Encoding", "identity");

  private static final int UNAUTHORIZED = 401;
  private static final int MAX_RENEWALS = 2;

  private final CredentialSource login;
  private final Timeline timeline;
  private final @Nullable ServiceAccountToken actingAs;
  private final ContentType contentType;
  private final Shared shared;
  private final OutageLog outages;
  private volatile Session session;
  private @Nullable KubeconfigException renewalFailure;
  private Instant nextRenewal = Instant.MIN;

  private ClusterConnection(
      CredentialSource login,
      Timeline timeline,
      @Nullable ServiceAccountToken actingAs,
      ContentType contentType,
      Shared shared,
      Session session) {
    this.login = login;
    this.timeline = timeline;
    this.actingAs = actingAs;
    this.contentType = contentType;
    this.shared = shared;
    this.outages = new OutageLog(LOG, "credentials", timeline::now);
    this.session = session;
  }

  /** What connections to one server share. */
  private static final class Shared {
    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();
    private final PendingCalls pending;
    private final MemoryPool memory = MemoryPool.ofHeap();
    private final ResponseLimits calls = ResponseLimits.ofCalls(memory);
    private final ResponseLimits lists = ResponseLimits.ofLists(memory);

    Shared(Timeline timeline) {
      this.pending = new PendingCalls(timeline);
    }
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
        new ClusterCredentials(
            kubeconfig == null ? List.of() : List.of(kubeconfig),
            master,
            false,
            KubeconfigChoice.NONE),
        timeline,
        contentType);
  }

  /**
   * Connects with several merged kubeconfigs, of which the first that defines a name takes
   * precedence, with content type JSON.
   *
   * @param kubeconfigs at least one; if there are several, missing files are skipped
   * @param choice what is used of them
   * @throws KubeconfigException if the kubeconfigs are not usable
   */
  public static ClusterConnection open(
      List<Path> kubeconfigs, KubeconfigChoice choice, Timeline timeline)
      throws KubeconfigException {
    return open(
        new ClusterCredentials(kubeconfigs, null, false, choice), timeline, ContentType.JSON);
  }

  /** Connects with the credentials of a source. */
  static ClusterConnection open(CredentialSource login, Timeline timeline, ContentType contentType)
      throws KubeconfigException {
    return new ClusterConnection(
        login, timeline, null, contentType, new Shared(timeline), Session.open(login, timeline));
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
        anonymous, timeline, token, contentType, shared, Session.open(anonymous, timeline));
  }

  /** The address of the API server, without a password, for messages. */
  public String server() {
    return session.address().text();
  }

  /** A summary of the requests sent so far, by method. */
  public String requestsText() {
    long all = shared.requests.values().stream().mapToLong(LongAdder::sum).sum();
    return shared.requests.entrySet().stream()
        .map(each -> each.getValue().sum() + " " + each.getKey())
        .collect(Collectors.joining(", ", all + " requests (", ")"));
  }

  /** Registers a listener for all later calls. */
  public void onCall(CallListener listener) {
    shared.listeners.add(listener);
  }

  /** Reports something to all registered listeners. */
  void report(Consumer<CallListener> what) {
    shared.listeners.forEach(what);
  }

  /** Host and port of the API server, as metric labels show them. */
  String host() {
    return session.address().label();
  }

  /** The calls in progress, including those of {@link #actingAs}. */
  public PendingCalls pending() {
    return shared.pending;
  }

  /** The memory of what it reads, and of what is made of it. */
  public MemoryPool memory() {
    return shared.memory;
  }

  /** The limits of the responses to calls. */
  public ResponseLimits calls() {
    return shared.calls;
  }

  /** The limits of the pages of lists. */
  ResponseLimits lists() {
    return shared.lists;
  }

  Timeline timeline() {
    return timeline;
  }

  ContentType contentType() {
    return contentType;
  }

  /**
   * Sends a GET request to a server that is not an API server, whose response may grow for hours.
   * The caller closes the response.
   *
   * @param path with its query, percent-encoded
   * @param silence longest time to connect, and without data, in real time
   * @throws IOException if the server cannot be reached, or does not begin a response
   */
  public TransportResponse get(String path, Duration silence) throws IOException {
    return send(
        ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE),
        silence,
        Duration.ZERO,
        () -> true);
  }

  /**
   * Sends a request other than a watch.
   *
   * @param timeout read and connect timeout, in real time
   * @param limit timeout of the whole call, in real time; zero for none
   * @param check asked immediately before the request is written to the connection, which may be
   *     long after this call: the process may be suspended
   */
  TransportResponse send(
      ApiRequest request, Duration timeout, Duration limit, BooleanSupplier check)
      throws IOException {
    return sendAndFollow(
        request,
        (used, current) ->
            used.calls()
                .send(new HttpCall(current, headers(used, current), timeout, limit, check)));
  }

  /**
   * Sends a request through a proxy of the API server. Redirects are not followed: another server
   * chooses them.
   *
   * @param more headers, which the API server passes on
   * @param limit timeout of the whole call, in real time
   */
  TransportResponse sendToOther(ApiRequest request, List<HttpHeader> more, Duration limit)
      throws IOException {
    return sendWithRenewal(
        request,
        (used, current) -> {
          List<HttpHeader> all = headers(used, current);
          all.addAll(more);
          return used.calls().send(new HttpCall(current, all, limit, limit, () -> true));
        });
  }

  /**
   * Opens a watch.
   *
   * @param limit timeout until the response headers, in real time, including that for reading
   *     credentials again
   * @param handle cancels it, before and after its response
   */
  TransportResponse watch(ApiRequest request, Duration limit, CallHandle handle)
      throws IOException {
    CallDeadline opening = new CallDeadline(limit, limit);
    try {
      return sendAndFollow(
          request,
          (used, current) -> {
            Duration left = Duration.ofMillis(opening.next());
            return used.calls()
                .watch(
                    new HttpCall(current, headers(used, current), left, left, () -> true), handle);
          });
    } catch (SocketTimeoutException late) {
      throw new IOException("the watch was not opened within " + GoDuration.format(limit), late);
    }
  }

  @FunctionalInterface
  private interface Attempt {
    TransportResponse send(Session session, ApiRequest request) throws IOException;
  }

  private TransportResponse sendAndFollow(ApiRequest request, Attempt attempt) throws IOException {
    ApiRequest current = request;
    for (int redirects = 0; redirects <= Redirect.MAX_REDIRECTS; redirects++) {
      TransportResponse response = sendWithRenewal(current, attempt);
      ApiRequest next;
      try {
        next = Redirect.of(current, response, session);
      } catch (IOException elsewhere) {
        response.close();
        throw elsewhere;
      }
      if (next == null) {
        return response;
      }
      response.close();
      current = next;
    }
    throw new IOException("stopped after " + Redirect.MAX_REDIRECTS + " redirects");
  }

  /**
   * Another thread may have renewed the session with credentials that were replaced in the same
   * moment, so the second renewal may be the one that reads the new ones.
   */
  private TransportResponse sendWithRenewal(ApiRequest request, Attempt attempt)
      throws IOException {
    Session used = current();
    for (int renewals = 0; ; renewals++) {
      boolean isLast = renewals == MAX_RENEWALS;
      try {
        TransportResponse response = observed(request, used, attempt);
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
        outages.met(server() + handshakeProblem(failure) + "; reading them again");
        if (isLast || !renewed(used)) {
          throw failure;
        }
      }
      used = session;
    }
  }

  /** Any failure of a handshake may be one of expired credentials; few are. */
  private static String handshakeProblem(SSLException failure) {
    String untrusted = TlsFailures.untrusted(failure);
    return untrusted == null
        ? ": the TLS handshake failed: " + failure.getMessage()
        : " presented an untrusted certificate: " + untrusted;
  }

  private TransportResponse observed(ApiRequest request, Session used, Attempt attempt)
      throws IOException {
    shared.requests.computeIfAbsent(request.method(), any -> new LongAdder()).increment();
    Instant begun = timeline.now();
    int code = 0;
    try {
      TransportResponse response = attempt.send(used, request);
      code = response.code();
      return new ObservedResponse(
          response, bytes -> report(each -> each.received(host(), request, bytes)));
    } finally {
      int found = code;
      Duration took = Duration.between(begun, timeline.now());
      report(each -> each.answered(host(), request, found, took));
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
    session = Session.open(login, timeline);
    renewalFailure = null;
    used.calls().retire();
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

  private List<HttpHeader> headers(Session used, ApiRequest request) throws IOException {
    List<HttpHeader> headers = new ArrayList<>();
    headers.add(new HttpHeader("Accept", ContentNegotiation.accept(request, contentType)));
    headers.add(USER_AGENT);
    headers.add(NO_COMPRESSION);
    if (request.contentType() != null) {
      headers.add(new HttpHeader("Content-Type", request.contentType()));
    }
    String authorization = authorization(used);
    if (authorization != null) {
      headers.add(new HttpHeader("Authorization", authorization));
    }
    headers.addAll(used.access().impersonation().headers());
    return headers;
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
