package dev.hpa.sandbox.server;

import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ConditionalRequests;
import dev.hpa.sandbox.request.WarningHeaders;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Receives requests over HTTP and sends the responses of the {@link ApiService}. */
final class ApiHandler extends Handler.Abstract {

  private static final int MAX_BODY_BYTES = 3 * 1024 * 1024;

  private final ApiService service;

  ApiHandler(ApiService service) {
    this.service = service;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    service.serve(new HttpExchange(request, response, callback));
    return true;
  }

  private record HttpExchange(Request request, Response response, Callback callback)
      implements ApiService.Exchange {

    @Override
    public String method() {
      return request.getMethod();
    }

    @Override
    public String path() {
      return request.getHttpURI().getPath();
    }

    @Override
    public String pathAndQuery() {
      return request.getHttpURI().getPathQuery();
    }

    @Override
    public Map<String, String> query() {
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

    @Override
    public String header(String name) {
      return String.join(",", request.getHeaders().getValuesList(name));
    }

    @Override
    public byte[] body() throws IOException {
      try (InputStream in = Content.Source.asInputStream(request)) {
        byte[] body = in.readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
          throw StatusException.of(
              413, "RequestEntityTooLarge", "Request entity too large: limit is " + MAX_BODY_BYTES);
        }
        return body;
      }
    }

    @Override
    public long received() {
      return Request.getContentBytesRead(request);
    }

    @Override
    public void reply(ApiResponse answer, WarningHeaders warnings, LongConsumer sent)
        throws IOException, InterruptedException {
      HttpFields.Mutable headers = response.getHeaders();
      warnings.headers().forEach(warning -> headers.add("Warning", warning));
      if (answer instanceof ApiResponse.Streamed streamed) {
        request.addFailureListener(gone -> streamed.writer().stop());
      }
      send(answer, this, sent);
      callback.succeeded();
    }

    @Override
    public void failed(Exception failure) {
      callback.failed(failure);
    }
  }

  private static void send(ApiResponse answer, HttpExchange exchange, LongConsumer bytes)
      throws IOException, InterruptedException {
    Response response = exchange.response();
    switch (answer) {
      case ApiResponse.Whole whole -> {
        ApiResponse.Whole sent =
            orNotModified(whole, exchange).compressedFor(exchange.header("Accept-Encoding"));
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

  private static ApiResponse.Whole orNotModified(ApiResponse.Whole answer, HttpExchange exchange) {
    return ConditionalRequests.orNotModified(
        answer, exchange.header("If-None-Match"), exchange.header("If-Modified-Since"));
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
