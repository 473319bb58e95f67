package dev.hpa.sandbox.server;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationResult;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ConditionalRequests;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WarningHeaders;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts HTTP requests to API requests and responses back, and injects faults, except into
 * requests below {@code /sandbox}. Every failure is sent as a Status object without a stack trace.
 */
final class ApiHandler extends Handler.Abstract {

  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final int MAX_BODY_BYTES = 3 * 1024 * 1024;

  private final RequestRouter routes;
  private final Faults faults;
  private final Timeline timeline;
  private final AuthFilter authFilter;
  private final Consumer<AuditEvent> audit;
  private final TrafficMetrics traffic;

  ApiHandler(
      RequestRouter routes,
      Faults faults,
      Timeline timeline,
      AccessControl access,
      TrafficMetrics traffic) {
    this.routes = routes;
    this.faults = faults;
    this.timeline = timeline;
    this.authFilter = new AuthFilter(access);
    this.audit = access.audit();
    this.traffic = traffic;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Exchange exchange = new Exchange(request, response, callback, new WarningHeaders());
    exchange.run(() -> receive(exchange));
    return true;
  }

  /** An HTTP request and its response. */
  private record Exchange(
      Request request, Response response, Callback callback, WarningHeaders warnings) {

    /** A step of an exchange; an I/O error ends the exchange. */
    void run(Step step) {
      try {
        step.run();
      } catch (EofException | AbortedResponseException ended) {
        callback.failed(ended);
      } catch (IOException failure) {
        LOG.debug("{} {}: client disconnected", request.getMethod(), request.getHttpURI(), failure);
        callback.failed(failure);
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        callback.failed(stopping);
      } catch (RuntimeException failure) {
        LOG.error("{} {}: internal error", request.getMethod(), request.getHttpURI(), failure);
        callback.failed(failure);
      }
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void receive(Exchange exchange) throws IOException, InterruptedException {
    Request request = exchange.request();
    ApiRequest call;
    try {
      call = call(request, exchange.warnings());
    } catch (StatusException malformed) {
      reply(exchange, ApiResponse.errorResponse(malformed), any -> {});
      return;
    }
    RequestAttributes attributes = AuthFilter.attributes(call);
    AuditEvent entry =
        AuditEvent.received(
            call.user(),
            attributes,
            request.getHttpURI().getPathQuery(),
            header(request, HttpHeader.USER_AGENT),
            timeline.wall());
    try {
      authFilter.requireAuthenticated(call);
    } catch (StatusException unauthorized) {
      finish(exchange, routes.errorResponse(call, unauthorized), entry);
      return;
    }
    AuthorizationResult decision = authFilter.authorize(call, attributes);
    AuditEvent withResult = entry.withResult(decision);
    if (decision.allowed()) {
      execute(exchange, call, withResult);
    } else {
      StatusException error = AuthFilter.forbidden(call.user(), attributes, decision);
      finish(exchange, routes.errorResponse(call, error), withResult);
    }
  }

  private void execute(Exchange exchange, ApiRequest call, AuditEvent entry)
      throws IOException, InterruptedException {
    FaultInjector injector = new FaultInjector(effects(call));
    if (injector.delay().isZero()) {
      finish(exchange, answer(exchange, call, injector), entry);
    } else {
      Step later = () -> finish(exchange, answer(exchange, call, injector), entry);
      timeline.schedule(
          injector.delay(), () -> Thread.startVirtualThread(() -> exchange.run(later)));
    }
  }

  private List<Faults.InjectedEffect> effects(ApiRequest call) {
    boolean exempt =
        call.user().equals(User.OBSERVER)
            || call.path().isEmpty()
            || call.path().getFirst().equals(RequestRouter.SANDBOX);
    return exempt ? List.of() : faults.inject(FaultInjector.matched(call, routes.served()));
  }

  private ApiResponse answer(Exchange exchange, ApiRequest call, FaultInjector injector) {
    try {
      return injector.answer(call, routes);
    } catch (StatusException error) {
      return routes.errorResponse(call, error);
    } catch (RuntimeException failure) {
      Request request = exchange.request();
      LOG.error("{} {}: internal error", request.getMethod(), request.getHttpURI(), failure);
      return ApiResponse.json(
          500,
          StatusException.of(
                  500, "InternalError", "Internal error occurred: " + failure.getMessage())
              .status());
    }
  }

  /**
   * Sends a response and logs its audit event: watches after they have ended, others before the
   * response is sent, so that a client that has the response finds the event.
   */
  private void finish(Exchange exchange, ApiResponse answer, AuditEvent entry)
      throws IOException, InterruptedException {
    TrafficMetrics.Counter counter = traffic.of(entry.attributes());
    counter.received(Request.getContentBytesRead(exchange.request()));
    if (!(answer instanceof ApiResponse.Streamed)) {
      audit.accept(entry.answered(code(answer), timeline.wall()));
      reply(exchange, answer, counter::sent);
      return;
    }
    try {
      reply(exchange, answer, counter::sent);
    } finally {
      audit.accept(entry.answered(code(answer), timeline.wall()));
    }
  }

  /** The HTTP status that the client receives; 0 for none. */
  private static int code(ApiResponse answer) {
    return switch (answer) {
      case ApiResponse.Whole whole -> whole.code();
      case ApiResponse.Streamed streamed -> streamed.code();
      case ApiResponse.Truncated truncated -> truncated.whole().code();
      case ApiResponse.Reset ignored -> 0;
    };
  }

  private static void reply(Exchange exchange, ApiResponse answer, LongConsumer sent)
      throws IOException, InterruptedException {
    HttpFields.Mutable headers = exchange.response().getHeaders();
    exchange.warnings().headers().forEach(warning -> headers.add("Warning", warning));
    if (answer instanceof ApiResponse.Streamed streamed) {
      exchange.request().addFailureListener(gone -> streamed.writer().stop());
    }
    send(answer, exchange, sent);
    exchange.callback().succeeded();
  }

  private ApiRequest call(Request request, WarningHeaders warnings) throws IOException {
    // Reads the body first: a connection with an unread body would be closed after the error
    // response.
    byte[] body = body(request);
    String raw = request.getHttpURI().getPath();
    List<String> path = new ArrayList<>();
    for (String segment : raw.split("/")) {
      if (!segment.isEmpty()) {
        path.add(decoded(segment));
      }
    }
    Map<String, String> query = query(request);
    return new ApiRequest(
        routes.release(),
        authFilter.user(request.getHeaders().get(HttpHeader.AUTHORIZATION)),
        request.getMethod(),
        raw,
        RequestInfo.Path.withoutWatch(path, query),
        query,
        header(request, HttpHeader.ACCEPT),
        header(request, HttpHeader.CONTENT_TYPE),
        header(request, HttpHeader.USER_AGENT),
        body,
        warnings,
        ContentNegotiation.PLAIN,
        OptionalLong.empty());
  }

  private static String decoded(String segment) {
    try {
      return URIUtil.decodePath(segment);
    } catch (RuntimeException malformed) {
      throw StatusException.badRequest("the path cannot be decoded");
    }
  }

  private static Map<String, String> query(Request request) {
    Map<String, String> query = new LinkedHashMap<>();
    try {
      for (Fields.Field field : Request.extractQueryParameters(request)) {
        query.putIfAbsent(field.getName(), field.getValue());
      }
    } catch (RuntimeException malformed) {
      throw StatusException.badRequest("the query string cannot be decoded");
    }
    return query;
  }

  private static String header(Request request, HttpHeader name) {
    List<String> values = request.getHeaders().getValuesList(name);
    return String.join(",", values);
  }

  private static byte[] body(Request request) throws IOException {
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] body = in.readNBytes(MAX_BODY_BYTES + 1);
      if (body.length > MAX_BODY_BYTES) {
        throw StatusException.of(
            413, "RequestEntityTooLarge", "Request entity too large: limit is " + MAX_BODY_BYTES);
      }
      return body;
    }
  }

  private static void send(ApiResponse answer, Exchange exchange, LongConsumer bytes)
      throws IOException, InterruptedException {
    Response response = exchange.response();
    switch (answer) {
      case ApiResponse.Whole whole -> {
        ApiResponse.Whole sent =
            orNotModified(whole, exchange.request())
                .compressedFor(header(exchange.request(), HttpHeader.ACCEPT_ENCODING));
        writeHead(response, sent);
        bytes.accept(sent.body().length);
        Content.Sink.write(response, true, ByteBuffer.wrap(sent.body()));
      }
      case ApiResponse.Streamed streamed -> {
        writeHead(response, streamed.code(), streamed.contentType());
        Content.Sink.write(response, false, ByteBuffer.allocate(0));
        try (OutputStream out = new Counted(Content.Sink.asOutputStream(response), bytes)) {
          streamed.writer().writeTo(out);
        }
      }
      case ApiResponse.Truncated cut -> {
        writeHead(response, cut.whole());
        byte[] body = cut.whole().body();
        bytes.accept(body.length / 2);
        Content.Sink.write(response, false, ByteBuffer.wrap(body, 0, body.length / 2));
        throw new AbortedResponseException();
      }
      case ApiResponse.Reset ignored -> {
        reset(exchange.request().getConnectionMetaData().getConnection().getEndPoint());
        throw new AbortedResponseException();
      }
    }
  }

  /** Reports the number of bytes that are written. */
  private static final class Counted extends FilterOutputStream {
    private final LongConsumer bytes;

    Counted(OutputStream out, LongConsumer bytes) {
      super(out);
      this.bytes = bytes;
    }

    @Override
    public void write(int one) throws IOException {
      bytes.accept(1);
      out.write(one);
    }

    @Override
    public void write(byte[] some, int from, int length) throws IOException {
      bytes.accept(length);
      out.write(some, from, length);
    }
  }

  private static ApiResponse.Whole orNotModified(ApiResponse.Whole answer, Request request) {
    return ConditionalRequests.orNotModified(
        answer,
        header(request, HttpHeader.IF_NONE_MATCH),
        header(request, HttpHeader.IF_MODIFIED_SINCE));
  }

  private static void writeHead(Response response, ApiResponse.Whole whole) {
    writeHead(response, whole.code(), whole.contentType());
    whole.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, whole.body().length);
  }

  private static void writeHead(Response response, int code, String contentType) {
    response.setStatus(code);
    if (!contentType.isEmpty()) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
    }
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
  }

  /** Closes a connection without a TLS close_notify and, with linger 0, with a TCP reset. */
  private static void reset(EndPoint endPoint) throws IOException {
    Object transport = endPoint.getTransport();
    while (transport instanceof EndPoint below) {
      transport = below.getTransport();
    }
    if (transport instanceof SocketChannel channel) {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.close();
    }
    endPoint.close();
  }
}
