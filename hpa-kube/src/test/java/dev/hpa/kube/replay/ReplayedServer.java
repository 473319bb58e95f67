package dev.hpa.kube.replay;

import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.http.ConnectionLostException;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server that returns recorded responses and rejects other requests. Like an HTTP client, it
 * follows redirects and repeats a GET at once if a reused connection is closed.
 */
final class ReplayedServer implements HttpTransport {

  private static final String REFUSED = "dial tcp 127.0.0.1:8001: connect: connection refused";
  private static final String RESET =
      "read tcp 127.0.0.1:40000->127.0.0.1:8001: read: connection reset by peer";

  private final ReplayTimeline timeline;
  private final ContentType contentType;
  private final Deque<Exchange> expected = new ArrayDeque<>();
  private boolean connectionKept;

  ReplayedServer(ReplayTimeline timeline, ContentType contentType) {
    this.timeline = timeline;
    this.contentType = contentType;
  }

  /** Sets the expected exchanges of a call. */
  void expect(List<Exchange> exchanges) {
    expected.addAll(exchanges);
  }

  /** Checks that all expected requests were sent. */
  void finish() {
    if (!expected.isEmpty()) {
      throw new AssertionError("requests not sent: " + expected);
    }
  }

  @Override
  public String server() {
    return "http://127.0.0.1:8001";
  }

  @Override
  public ContentType contentType() {
    return contentType;
  }

  @Override
  public TransportResponse send(ApiRequest request) throws IOException {
    return send(request, request.method(), request.target());
  }

  private TransportResponse send(ApiRequest request, String method, String target)
      throws IOException {
    Exchange exchange = next(request, method, target);
    boolean wasKept = connectionKept;
    connectionKept = exchange.fault().isEmpty() && !"close".equals(exchange.header("Connection"));
    if (wasKept && method.equals("GET") && isDead(exchange)) {
      return send(request, method, target);
    }
    timeline.pass(Duration.ofMillis(exchange.delayMs()));
    throwIfFaulty(exchange);
    String location = exchange.header("Location");
    if (location != null && exchange.status() / 100 == 3) {
      return send(request, exchange.status() < 307 ? "GET" : method, location);
    }
    return new RecordedAnswer(exchange);
  }

  private Exchange next(ApiRequest request, String method, String target) {
    Exchange exchange = take(request, method, target);
    if (exchange == null) {
      throw new AssertionError(
          "sent "
              + method
              + " "
              + target
              + " "
              + request.responseFormat()
              + " "
              + (request.body() == null ? "" : new String(request.body(), StandardCharsets.UTF_8))
              + " instead of "
              + expected.peek());
    }
    if (!exchange.isParallel() && exchange.atMs() != timeline.passedMs()) {
      throw new AssertionError(
          "sent " + target + " at " + timeline.passedMs() + " ms instead of " + exchange.atMs());
    }
    return exchange;
  }

  /** Parallel requests may arrive in any order. */
  private @Nullable Exchange take(ApiRequest request, String method, String target) {
    for (Exchange each : List.copyOf(expected)) {
      if (each.matches(request, contentType, method, target)) {
        expected.remove(each);
        return each;
      }
      if (!each.isParallel()) {
        return null;
      }
    }
    return null;
  }

  private static boolean isDead(Exchange exchange) {
    return exchange.fault().equals("close") || exchange.fault().equals("reset");
  }

  private static void throwIfFaulty(Exchange exchange) throws IOException {
    switch (exchange.fault()) {
      case "refuse" -> throw new ConnectException(REFUSED);
      case "close" -> throw new ConnectionLostException("EOF", null);
      case "reset" -> throw new ConnectionLostException(RESET, null);
      default -> {}
    }
  }

  private final class RecordedAnswer implements TransportResponse {

    private final Exchange exchange;

    RecordedAnswer(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public int code() {
      return exchange.status();
    }

    @Override
    public @Nullable String header(String name) {
      String value = exchange.header(name);
      return value == null || value.isBlank() ? null : value;
    }

    @Override
    public InputStream body() {
      byte[] body = exchange.body();
      return switch (exchange.fault()) {
        case "cut" -> cut(body, "unexpected EOF");
        case "cutReset" -> cut(body, RESET);
        default -> new ByteArrayInputStream(body);
      };
    }

    /** The server answers the same request the same way. */
    @Override
    public void distrust() {
      expected.addFirst(exchange);
    }

    private static InputStream cut(byte[] body, String message) {
      return new SequenceInputStream(
          new ByteArrayInputStream(Arrays.copyOf(body, body.length / 2)),
          new InputStream() {
            @Override
            public int read() throws IOException {
              throw new IOException(message);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              throw new IOException(message);
            }
          });
    }

    @Override
    public void close() {}
  }
}
