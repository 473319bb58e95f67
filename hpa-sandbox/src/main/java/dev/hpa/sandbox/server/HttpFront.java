package dev.hpa.sandbox.server;

import dev.hpa.sandbox.cluster.StatusException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
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
 * From HTTP to calls and back. Every failure leaves as a Status object; a stack trace never does.
 */
final class HttpFront extends Handler.Abstract {

  private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
  private static final int MAX_BODY_BYTES = 3 * 1024 * 1024;

  private final Routes routes;
  private final byte[] authorization;

  HttpFront(Routes routes, String token) {
    this.routes = routes;
    this.authorization = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    try {
      answer(request, response);
      callback.succeeded();
    } catch (EofException gone) {
      callback.failed(gone);
    } catch (IOException failure) {
      LOG.debug("{} {}: client gone", request.getMethod(), request.getHttpURI(), failure);
      callback.failed(failure);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      callback.failed(stopping);
    }
    return true;
  }

  private void answer(Request request, Response response) throws IOException, InterruptedException {
    Answer answer = answer(request, response.getHeaders());
    if (answer instanceof Answer.Streamed streamed) {
      request.addFailureListener(gone -> streamed.writer().stop());
    }
    send(answer, response);
  }

  private Answer answer(Request request, HttpFields.Mutable headers) throws IOException {
    Warnings warnings = new Warnings();
    try {
      Call call = call(request, warnings);
      if (!Routes.isPublic(call) && !isAuthorized(request)) {
        throw StatusException.of(401, "Unauthorized", "Unauthorized");
      }
      return routes.answer(call);
    } catch (StatusException refusal) {
      return Answer.json(refusal.code(), refusal.status());
    } catch (RuntimeException failure) {
      LOG.error("{} {}", request.getMethod(), request.getHttpURI(), failure);
      return Answer.json(
          500,
          StatusException.of(
                  500, "InternalError", "Internal error occurred: " + failure.getMessage())
              .status());
    } finally {
      warnings.headers().forEach(warning -> headers.add("Warning", warning));
    }
  }

  private boolean isAuthorized(Request request) {
    String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    return header != null
        && MessageDigest.isEqual(header.getBytes(StandardCharsets.UTF_8), authorization);
  }

  private static Call call(Request request, Warnings warnings) throws IOException {
    // Read first: a connection with an unread body would be closed after the refusal of its head.
    byte[] body = body(request);
    String raw = request.getHttpURI().getPath();
    List<String> path = new ArrayList<>();
    for (String segment : raw.split("/")) {
      if (!segment.isEmpty()) {
        path.add(decoded(segment));
      }
    }
    return new Call(
        request.getMethod(),
        raw,
        path,
        query(request),
        header(request, HttpHeader.ACCEPT),
        header(request, HttpHeader.CONTENT_TYPE),
        body,
        warnings);
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

  private static void send(Answer answer, Response response)
      throws IOException, InterruptedException {
    response.setStatus(answer.code());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
    switch (answer) {
      case Answer.Whole whole -> {
        whole.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, whole.body().length);
        Content.Sink.write(response, true, ByteBuffer.wrap(whole.body()));
      }
      case Answer.Streamed streamed -> {
        Content.Sink.write(response, false, ByteBuffer.allocate(0));
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
          streamed.writer().writeTo(out);
        }
      }
    }
  }
}
