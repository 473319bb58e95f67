package dev.hpa.kube.client;

import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ApiCaller;
import dev.hpa.kube.http.HttpAnswer;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Calls to the API server of a connection. */
public final class HttpKubernetesApi implements KubernetesApi {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** As long as API servers give themselves for a request; real time. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  /** A page of thousands of pods may come over a slow network; real time. */
  private static final Duration LIST_DEADLINE = Duration.ofMinutes(5);

  private final ClusterConnection connection;
  private final HttpTransport transport;
  private final Function<HttpTransport, ApiCaller> callers;

  /**
   * @param callers makes the caller of one call
   */
  private HttpKubernetesApi(
      ClusterConnection connection,
      HttpTransport transport,
      Function<HttpTransport, ApiCaller> callers) {
    this.connection = connection;
    this.transport = transport;
    this.callers = callers;
  }

  /** Calls as many as one likes. */
  public HttpKubernetesApi(ClusterConnection connection) {
    this(connection, ClientOptions.UNLIMITED, WriteFence.OPEN);
  }

  /**
   * Calls at a limited rate, and writes only for as long as they are allowed.
   *
   * @param fence no write is sent when its time is over, and none takes longer
   */
  public HttpKubernetesApi(ClusterConnection connection, ClientOptions limits, WriteFence fence) {
    this(
        connection,
        new OkHttpTransport(
            connection, PATIENCE, DEADLINE, new Throttle(limits, connection.timeline()), fence),
        transport -> new ApiCaller(transport, connection.timeline()));
  }

  /** Calls for large lists, which may take five minutes each, at any rate. */
  static HttpKubernetesApi forLists(ClusterConnection connection) {
    return within(connection, LIST_DEADLINE);
  }

  /**
   * Calls that may take so long each, at any rate.
   *
   * @param deadline in real time
   */
  static HttpKubernetesApi within(ClusterConnection connection, Duration deadline) {
    Throttle none = new Throttle(ClientOptions.UNLIMITED, connection.timeline());
    return new HttpKubernetesApi(
        connection,
        new OkHttpTransport(connection, PATIENCE, deadline, none, WriteFence.OPEN),
        transport -> new ApiCaller(transport, connection.timeline()));
  }

  /**
   * Calls that are sent once, for callers that retry themselves.
   *
   * @param timeout of a call with the reading of its answer, in real time
   */
  public static HttpKubernetesApi once(ClusterConnection connection, Duration timeout) {
    Throttle none = new Throttle(ClientOptions.UNLIMITED, connection.timeline());
    OkHttpTransport transport =
        new OkHttpTransport(connection, timeout, timeout, none, WriteFence.OPEN);
    return new HttpKubernetesApi(
        connection, transport, once -> new ApiCaller(once, connection.timeline(), 1));
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    Instant begun = connection.timeline().now();
    PendingCalls.Pending pending = connection.pending().begin(request);
    try {
      return callers.apply(new Tries()).call(request, reader);
    } finally {
      pending.end();
      Duration took = Duration.between(begun, connection.timeline().now());
      connection.listeners().ended(connection.host(), request, took);
    }
  }

  /** Sends the tries of one call, and tells of those that follow another. */
  private final class Tries implements HttpTransport {

    private int tries;
    private int lastCode;

    @Override
    public String server() {
      return transport.server();
    }

    @Override
    public ContentType form() {
      return transport.form();
    }

    @Override
    public HttpAnswer send(ApiRequest request) throws IOException {
      if (tries++ > 0) {
        connection.listeners().retried(connection.host(), request, lastCode);
      }
      lastCode = 0;
      HttpAnswer answer = transport.send(request);
      lastCode = answer.code();
      return answer;
    }
  }
}
