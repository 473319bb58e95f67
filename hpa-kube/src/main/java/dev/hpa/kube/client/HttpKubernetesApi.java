package dev.hpa.kube.client;

import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ApiCaller;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** A client of the API server over a {@link ClusterConnection}. Thread-safe. */
public final class HttpKubernetesApi implements KubernetesApi {

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  /** The default request timeout of API servers; real time. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);

  /** Long enough for a page of thousands of pods over a slow network; real time. */
  private static final Duration LIST_TIMEOUT = Duration.ofMinutes(5);

  private final ClusterConnection connection;
  private final HttpTransport transport;
  private final Function<HttpTransport, ApiCaller> callers;

  /**
   * @param callers creates the {@link ApiCaller} of a call
   */
  private HttpKubernetesApi(
      ClusterConnection connection,
      HttpTransport transport,
      Function<HttpTransport, ApiCaller> callers) {
    this.connection = connection;
    this.transport = transport;
    this.callers = callers;
  }

  /** Creates a client without a rate limit. */
  public HttpKubernetesApi(ClusterConnection connection) {
    this(connection, ClientOptions.UNLIMITED, WriteFence.OPEN);
  }

  /**
   * Creates a client with a rate limit that writes only while the fence is open.
   *
   * @param fence bounds the duration of writes; a write is not sent once the fence has closed
   */
  public HttpKubernetesApi(ClusterConnection connection, ClientOptions limits, WriteFence fence) {
    this(
        connection,
        new ConnectionTransport(
            connection,
            READ_TIMEOUT,
            REQUEST_TIMEOUT,
            new Throttle(limits, connection.timeline()),
            fence),
        transport -> new ApiCaller(transport, connection.timeline(), connection.calls()));
  }

  /** Returns a client for large lists: a timeout of 5 min for each call, and no rate limit. */
  static HttpKubernetesApi withListTimeout(ClusterConnection connection) {
    return withTimeout(connection, LIST_TIMEOUT, connection.lists());
  }

  /**
   * Returns a client with a timeout and without a rate limit.
   *
   * @param timeout timeout of each call, in real time
   */
  public static HttpKubernetesApi withTimeout(ClusterConnection connection, Duration timeout) {
    return withTimeout(connection, timeout, connection.calls());
  }

  private static HttpKubernetesApi withTimeout(
      ClusterConnection connection, Duration timeout, ResponseLimits responses) {
    Throttle none = new Throttle(ClientOptions.UNLIMITED, connection.timeline());
    return new HttpKubernetesApi(
        connection,
        new ConnectionTransport(connection, READ_TIMEOUT, timeout, none, WriteFence.OPEN),
        transport -> new ApiCaller(transport, connection.timeline(), responses));
  }

  /**
   * Returns a client that does not retry, for callers that retry themselves.
   *
   * @param timeout timeout of a call including reading the response, in real time
   */
  public static HttpKubernetesApi withoutRetries(ClusterConnection connection, Duration timeout) {
    return withoutRetries(connection, timeout, ClientOptions.UNLIMITED, WriteFence.OPEN);
  }

  /**
   * Returns a client that does not retry, with a rate limit and a fence, for callers that retry
   * themselves.
   *
   * @param timeout timeout of a call including reading the response, in real time
   * @param fence bounds the duration of writes; a write is not sent once the fence has closed
   */
  public static HttpKubernetesApi withoutRetries(
      ClusterConnection connection, Duration timeout, ClientOptions limits, WriteFence fence) {
    Throttle throttle = new Throttle(limits, connection.timeline());
    ConnectionTransport transport =
        new ConnectionTransport(connection, timeout, timeout, throttle, fence);
    return new HttpKubernetesApi(
        connection,
        transport,
        sender -> new ApiCaller(sender, connection.timeline(), connection.calls(), 1));
  }

  /**
   * The limits of the responses of a client, for those of other servers; separate ones if the
   * client has none.
   */
  public static ResponseLimits responses(KubernetesApi api) {
    return api instanceof HttpKubernetesApi http
        ? http.connection.calls()
        : ResponseLimits.ofCalls(MemoryPool.ofHeap());
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    Instant begun = connection.timeline().now();
    PendingCalls.Pending pending = connection.pending().begin(request);
    try {
      return callers.apply(new Attempts()).call(request, reader);
    } finally {
      pending.end();
      Duration took = Duration.between(begun, connection.timeline().now());
      connection.report(each -> each.ended(connection.host(), request, took));
    }
  }

  /** Sends the attempts of one call and reports retries. */
  private final class Attempts implements HttpTransport {

    private int attempts;
    private int lastCode;

    @Override
    public String server() {
      return transport.server();
    }

    @Override
    public ContentType contentType() {
      return transport.contentType();
    }

    @Override
    public TransportResponse send(ApiRequest request) throws IOException {
      if (attempts++ > 0) {
        int before = lastCode;
        connection.report(each -> each.retried(connection.host(), request, before));
      }
      lastCode = 0;
      TransportResponse response = transport.send(request);
      lastCode = response.code();
      return response;
    }
  }
}
