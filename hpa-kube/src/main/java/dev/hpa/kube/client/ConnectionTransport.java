package dev.hpa.kube.client;

import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ConnectionLostException;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;

/** Sends requests over a connection, within the client-side rate limit and the fence. */
final class ConnectionTransport implements HttpTransport {

  /** Remaining fence times from this on do not limit writes. */
  private static final Duration MAX_DURATION = Duration.ofHours(1);

  private final ClusterConnection connection;
  private final Duration timeout;
  private final Duration deadline;
  private final Throttle throttle;
  private final WriteFence fence;

  /**
   * @param timeout read timeout, in real time
   * @param deadline timeout of a request including reading its response but not the wait for the
   *     client-side rate limit, in real time
   */
  ConnectionTransport(
      ClusterConnection connection,
      Duration timeout,
      Duration deadline,
      Throttle throttle,
      WriteFence fence) {
    this.connection = connection;
    this.timeout = timeout;
    this.deadline = deadline;
    this.throttle = throttle;
    this.fence = fence;
  }

  @Override
  public String server() {
    return connection.server();
  }

  @Override
  public ContentType contentType() {
    return connection.contentType();
  }

  @Override
  public TransportResponse send(ApiRequest request) throws IOException {
    try {
      Instant begun = connection.timeline().now();
      throttle.await(request);
      Duration waited = Duration.between(begun, connection.timeline().now());
      connection.report(each -> each.heldBack(connection.host(), request, waited));
      return request.method().equals("GET")
          ? connection.send(request, timeout, deadline, () -> true)
          : write(request);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the client's rate limit");
    } catch (IOException failure) {
      throw withGoMessage(failure);
    }
  }

  private TransportResponse write(ApiRequest request) throws IOException {
    String namespace = request.namespace();
    fence.begin(namespace);
    try {
      Duration limit = timeToWrite(namespace);
      return connection.send(
          request, timeout, limit, () -> fence.remaining(namespace).isPositive());
    } finally {
      fence.end(namespace);
    }
  }

  /** A write must not reach the server after another replica may decide. */
  private Duration timeToWrite(String namespace) throws IOException {
    Duration left = fence.remaining(namespace);
    if (!left.isPositive()) {
      throw new FenceClosedException();
    }
    if (left.compareTo(MAX_DURATION) >= 0) {
      return deadline;
    }
    Duration real = connection.timeline().toReal(left);
    return real.compareTo(deadline) < 0 ? real : deadline;
  }

  private static IOException withGoMessage(IOException failure) {
    return switch (failure) {
      case ConnectException e -> {
        ConnectException refused = new ConnectException("connection refused");
        refused.initCause(e);
        yield refused;
      }
      case UnknownHostException e -> new IOException("no such host: " + e.getMessage(), e);
      case SocketTimeoutException e -> new IOException("timed out", e);
      case InterruptedIOException e when "timeout".equals(e.getMessage()) ->
          new IOException("timed out", e);
      case SocketException e -> new ConnectionLostException("connection reset by peer", e);
      case EOFException e -> new ConnectionLostException("EOF", e);
      case IOException e when e.getCause() instanceof EOFException ->
          new ConnectionLostException("EOF", e);
      default -> failure;
    };
  }
}
