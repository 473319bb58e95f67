package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls with HTTP/1.1, each on the calling thread and, while it lasts, on a separate
 * connection: no other thread takes part in it, and a failure of one call breaks no other.
 */
final class DirectCalls implements CallSender {

  /** API servers close idle connections after 90 s, some load balancers after 60 s. */
  private static final Duration MAX_IDLE_TIME = Duration.ofSeconds(50);

  /** Larger bodies may fill the buffers of the sockets, so that writing them takes time. */
  private static final int LARGE_BODY = 1 << 15;

  private final ServerSockets sockets;
  private final ServerAddress server;
  private final String authority;
  private final Deque<HttpConnection> idle = new ArrayDeque<>();
  private final Set<CallHandle> opening = ConcurrentHashMap.newKeySet();
  private final Set<HttpConnection> busy = ConcurrentHashMap.newKeySet();
  private boolean isRetired;

  DirectCalls(ServerSockets sockets, ServerAddress server) {
    this.sockets = sockets;
    this.server = server;
    this.authority = server.authority();
  }

  @Override
  public TransportResponse send(HttpCall call) throws IOException {
    CallDeadline deadline = new CallDeadline(call.timeout(), call.limit());
    while (true) {
      deadline.next();
      HttpConnection idleOne = take();
      HttpConnection connection = idleOne == null ? open(deadline, new CallHandle()) : idleOne;
      boolean isSent = false;
      try {
        TransportResponse response = send(call, connection, deadline);
        isSent = true;
        return response;
      } catch (FenceClosedException | InterruptedIOException ended) {
        throw ended;
      } catch (IOException failure) {
        if (idleOne == null || !maySendAgain(call, connection)) {
          throw failure;
        }
        // The server has closed the connection in the same moment.
      } finally {
        if (!isSent) {
          discard(connection);
        }
      }
    }
  }

  @Override
  public TransportResponse watch(HttpCall call, CallHandle handle) throws IOException {
    CallDeadline opening = new CallDeadline(call.timeout(), call.limit());
    HttpConnection connection = open(opening, handle);
    handle.abortBy(connection::abort);
    boolean isOpen = false;
    try {
      TransportResponse response = send(call, connection, opening);
      connection.limit(new CallDeadline(MAX_SILENCE, Duration.ZERO));
      isOpen = true;
      return response;
    } finally {
      if (!isOpen) {
        discard(connection);
      }
    }
  }

  /** As Go's client: a write may have been carried out, and so may a read that was answered. */
  private static boolean maySendAgain(HttpCall call, HttpConnection connection) {
    return isRepeatable(call)
        && !connection.hasAnswered()
        && !connection.isAborted()
        && !Thread.currentThread().isInterrupted();
  }

  private static boolean isRepeatable(HttpCall call) {
    return call.request().method().equals("GET");
  }

  private HttpConnection open(CallDeadline deadline, CallHandle handle) throws IOException {
    opening.add(handle);
    try {
      HttpConnection connection = new HttpConnection(sockets.open(server, deadline, handle));
      busy.add(connection);
      return connection;
    } finally {
      opening.remove(handle);
    }
  }

  private TransportResponse send(HttpCall call, HttpConnection connection, CallDeadline deadline)
      throws IOException {
    connection.limit(deadline);
    if (!call.check().getAsBoolean()) {
      throw new FenceClosedException();
    }
    ClassicHttpRequest request = request(call);
    @Nullable CompletableFuture<Void> guard = guard(call, connection);
    try {
      ClassicHttpResponse response = connection.exchange(request);
      return new DirectResponse(request, response, connection);
    } finally {
      if (guard != null) {
        guard.cancel(false);
      }
    }
  }

  /**
   * Aborts a call whose large body the server does not read: writes have no timeout. Null if the
   * body is not large: cancelling a guard creates an exception with its stack trace.
   */
  private static @Nullable CompletableFuture<Void> guard(HttpCall call, HttpConnection connection) {
    byte[] body = call.request().body();
    if (body == null || body.length <= LARGE_BODY || call.limit().isZero()) {
      return null;
    }
    CompletableFuture<Void> guard = new CompletableFuture<>();
    var _ =
        guard
            .completeOnTimeout(null, call.limit().toNanos(), TimeUnit.NANOSECONDS)
            .thenRun(connection::abort);
    return guard;
  }

  private ClassicHttpRequest request(HttpCall call) {
    BasicClassicHttpRequest request = new BasicClassicHttpRequest(call.request().method(), "/");
    // Not by the constructor, which would read a host from a path with two slashes.
    request.setPath(server.pathAndQuery(call.request().target()));
    request.addHeader(HttpHeaders.HOST, authority);
    sockets.forward(request, server);
    call.headers().forEach(each -> request.addHeader(each.name(), each.value()));
    byte[] body = call.request().body();
    if (body != null) {
      request.addHeader(HttpHeaders.CONTENT_LENGTH, body.length);
      request.setEntity(new ByteArrayEntity(body, null));
    }
    return request;
  }

  /** An idle connection that is open; null if there is none. */
  private @Nullable HttpConnection take() {
    while (true) {
      HttpConnection last;
      synchronized (this) {
        last = idle.pollLast();
      }
      if (last == null) {
        return null;
      }
      busy.add(last);
      if (isUsable(last)) {
        return last;
      }
      discard(last);
    }
  }

  private static boolean isUsable(HttpConnection connection) {
    return connection.idleNanos() < MAX_IDLE_TIME.toNanos() && connection.isQuiet();
  }

  private void release(HttpConnection connection) {
    busy.remove(connection);
    if (connection.isLarge()) {
      connection.end();
      return;
    }
    connection.idle();
    List<HttpConnection> surplus = add(connection);
    surplus.forEach(HttpConnection::end);
  }

  /** Returns the connections that are not kept. */
  private synchronized List<HttpConnection> add(HttpConnection connection) {
    if (isRetired) {
      return List.of(connection);
    }
    idle.addLast(connection);
    HttpConnection oldest = idle.getFirst();
    boolean isSurplus =
        idle.size() > Limit.IDLE_CONNECTIONS.asInt()
            || oldest.idleNanos() > MAX_IDLE_TIME.toNanos();
    return isSurplus ? List.of(idle.removeFirst()) : List.of();
  }

  private void discard(HttpConnection connection) {
    busy.remove(connection);
    connection.abort();
  }

  @Override
  public void retire() {
    synchronized (this) {
      isRetired = true;
    }
    endIdle();
  }

  private void endIdle() {
    List<HttpConnection> closing;
    synchronized (this) {
      closing = List.copyOf(idle);
      idle.clear();
    }
    closing.forEach(HttpConnection::end);
  }

  @Override
  public void close() {
    retire();
    opening.forEach(CallHandle::cancel);
    busy.forEach(HttpConnection::abort);
  }

  /** A response; its connection is used again when its body has been read to its end. */
  private final class DirectResponse implements TransportResponse {
    private final ClassicHttpResponse response;
    private final HttpConnection connection;
    private final HttpConnection.Body body;
    private final boolean isReusable;
    private boolean isOver;

    DirectResponse(
        ClassicHttpRequest request, ClassicHttpResponse response, HttpConnection connection)
        throws IOException {
      this.response = response;
      this.connection = connection;
      this.body = connection.body(request.getMethod(), response);
      this.isReusable =
          isFramedOnce(response)
              && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
                  request, response, HttpCoreContext.create());
    }

    /** Whether only one header says where the body ends. */
    private static boolean isFramedOnce(ClassicHttpResponse response) {
      return response.countHeaders(HttpHeaders.CONTENT_LENGTH)
              + response.countHeaders(HttpHeaders.TRANSFER_ENCODING)
          < 2;
    }

    @Override
    public int code() {
      return response.getCode();
    }

    @Override
    public @Nullable String header(String name) {
      Header first = response.getFirstHeader(name);
      return first == null ? null : first.getValue();
    }

    @Override
    public InputStream body() {
      return body;
    }

    @Override
    public void distrust() {
      isOver = true;
      discard(connection);
      endIdle();
    }

    @Override
    public void close() {
      if (isOver) {
        return;
      }
      isOver = true;
      if (isReusable && body.isReadToItsEnd()) {
        release(connection);
      } else {
        discard(connection);
      }
    }
  }
}
