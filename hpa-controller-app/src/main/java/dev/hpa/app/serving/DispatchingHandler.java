package dev.hpa.app.serving;

import dev.hpa.dashboard.Dashboard;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles each request on its own thread, so that the server's threads never block. Bodies are read
 * only where one is expected.
 */
abstract class DispatchingHandler extends Handler.Abstract.NonBlocking {

  private static final Logger LOG = LoggerFactory.getLogger(DispatchingHandler.class);

  private static final byte[] NO_BODY = new byte[0];

  private static final PageResponse BUSY =
      PageResponse.text(
              503,
              "503 Service Unavailable: other clients receive large responses slowly; try again in"
                  + " 5 s\n")
          .with(Map.of("Retry-After", "5"));

  private final ConnectionTracker tracker;
  private final Pages pages;

  /** Apart from each other, so that a reader of the dashboard does not keep metrics from others. */
  private final UnsentBodies ofDashboard = UnsentBodies.ofHeap();

  private final UnsentBodies ofOthers = UnsentBodies.ofHeap();

  DispatchingHandler(ConnectionTracker tracker, Pages pages) {
    this.tracker = tracker;
    this.pages = pages;
  }

  /** Returns the error response of an unauthorized request, else null. */
  abstract PageResponse answer(Request request, Exchange exchange) throws IOException;

  /** The request without its credentials. */
  record Exchange(String path, Map<String, List<String>> query) {}

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (isRefused(request)) {
      // Without a body, which a client need not receive; then the stream is reset.
      response.setStatus(400);
      response.write(true, ByteBuffer.allocate(0), callback);
      return true;
    }
    tracker.requestBegins(request);
    Request.addCompletionListener(request, any -> tracker.requestEnds(request));
    // Not virtual: health must be answered however busy those of reconciles are.
    Thread.ofPlatform().daemon().name("request").start(() -> answer(request, response, callback));
    return true;
  }

  /**
   * Whether a request has no path, or sends over HTTP/2 what no page reads: frames of bodies are
   * kept until they are read, and take a hundred times as much memory as they are sent.
   */
  private boolean isRefused(Request request) {
    String path = request.getHttpURI().getPath();
    if (path == null || !isMultiplexed(request)) {
      return path == null;
    }
    long length = request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    return pages.readsBody(path, request.getMethod())
        ? length > Limit.REQUEST_BODY_BYTES.asInt()
        : announcesBody(request);
  }

  private void answer(Request request, Response response, Callback callback) {
    try {
      PageResponse reply = kept(request, checked(request));
      reply.writeHead(response);
      if (reply.stream() != null) {
        stream(request, response, reply.stream());
        callback.succeeded();
        return;
      }
      boolean unread = reply.code() == 400 || reply.code() == 413;
      if (unread && !isMultiplexed(request)) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
      }
      response.write(true, ByteBuffer.wrap(reply.body()), callback);
    } catch (IOException gone) {
      LOG.debug("a client is gone, or did not send the announced body", gone);
      callback.failed(gone);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      callback.failed(stopping);
    } catch (RuntimeException | Error failure) {
      LOG.error("{}: request failed", request.getHttpURI().getPath(), failure);
      callback.failed(failure);
    }
  }

  /** The response if its body may be kept until the client has received it. */
  private PageResponse kept(Request request, PageResponse reply) {
    boolean isDashboard = request.getHttpURI().getPath().startsWith(Dashboard.ROOT);
    UnsentBodies unsent = isDashboard ? ofDashboard : ofOthers;
    if (!unsent.add(reply.body())) {
      return BUSY;
    }
    Request.addCompletionListener(request, any -> unsent.remove(reply.body()));
    return reply;
  }

  /** Sends a body in parts; blocks the thread of the request only. */
  private void stream(Request request, Response response, BodyStream body)
      throws IOException, InterruptedException {
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      body.sendTo(
          part -> {
            out.write(part);
            out.flush();
            tracker.requestContinues(request);
          });
    }
  }

  private PageResponse checked(Request request) throws IOException {
    Map<String, List<String>> query;
    try {
      query = QueryParameters.of(request.getHttpURI().getQuery());
    } catch (RuntimeException malformed) {
      LOG.debug("a client sent a malformed query", malformed);
      return PageResponse.text(400, "400 Bad Request: the query is malformed; escape % as %25\n");
    }
    return answer(request, new Exchange(request.getHttpURI().getPath(), query));
  }

  /** The response of the page, after the body was read or rejected. */
  final PageResponse reply(Request request, Exchange exchange) throws IOException {
    boolean expected = pages.readsBody(exchange.path(), request.getMethod());
    // Over HTTP/2 such requests were refused before the caller was authenticated.
    if (!expected && !isMultiplexed(request) && announcesBody(request)) {
      return PageResponse.text(
          400, "400 Bad Request: no body is expected here; send the request without one\n");
    }
    byte[] body = expected ? body(request) : NO_BODY;
    if (body.length > Limit.REQUEST_BODY_BYTES.asInt()) {
      return PageResponse.text(
          413,
          "413 Request Entity Too Large: at most %d bytes are expected\n"
              .formatted(Limit.REQUEST_BODY_BYTES.asInt()));
    }
    String accept = request.getHeaders().get(HttpHeader.ACCEPT);
    try {
      return pages.answer(
          new PageRequest(
              request.getMethod(),
              exchange.path(),
              exchange.query(),
              accept == null ? "" : accept,
              Peer.of(request.getConnectionMetaData().getRemoteSocketAddress()),
              CrossSite.isCrossSite(request),
              body));
    } catch (RuntimeException failure) {
      LOG.error("{}: request failed", exchange.path(), failure);
      return PageResponse.failure(500, "InternalError", "Internal error occurred: see the log");
    }
  }

  private static boolean announcesBody(Request request) {
    long length = request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    return length > 0
        || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)
        || (length < 0 && isMultiplexed(request) && !hasEnded(request));
  }

  private static boolean isMultiplexed(Request request) {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
  }

  /** Over HTTP/2 a body needs no header: it is possible until the stream ends. */
  private static boolean hasEnded(Request request) {
    Content.Chunk first = request.read();
    if (first == null) {
      return false;
    }
    boolean ended = first.isLast() && !first.hasRemaining() && !Content.Chunk.isFailure(first);
    first.release();
    return ended;
  }

  private byte[] body(Request request) throws IOException {
    if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH)
        > Limit.REQUEST_BODY_BYTES.asInt()) {
      return new byte[Limit.REQUEST_BODY_BYTES.asInt() + 1];
    }
    tracker.bodyBegins(request);
    // Not closed: closing would block until the rest of the body arrives.
    InputStream in = Content.Source.asInputStream(request);
    byte[] body = in.readNBytes(Limit.REQUEST_BODY_BYTES.asInt() + 1);
    tracker.bodyEnds(request);
    return body;
  }
}
