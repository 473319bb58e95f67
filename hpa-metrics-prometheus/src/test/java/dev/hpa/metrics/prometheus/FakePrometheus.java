package dev.hpa.metrics.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A server on loopback with fixed responses to queries and lists of series. */
final class FakePrometheus implements AutoCloseable {

  static final String EMPTY =
      "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}";

  private static final String VALUES = "values of ";

  /** A response; {@code end} follows the body {@code repeat} times. */
  record Response(int status, String body, String end, int repeat) {
    static Response ok(String body) {
      return new Response(200, body, "", 0);
    }

    static Response failed(int status, String body) {
      return new Response(status, body, "", 0);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Response> responses = new ConcurrentHashMap<>();
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
  private volatile @Nullable CountDownLatch blocked;
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile @Nullable Response failure;

  FakePrometheus() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Sets the response to a query, or to the list of the series of a selector. */
  FakePrometheus put(String query, Response response) {
    responses.put(query, response);
    return this;
  }

  /** Sets the series of a selector, each as JSON. */
  FakePrometheus series(String selector, String... series) {
    return put(
        selector,
        Response.ok("{\"status\":\"success\",\"data\":[" + String.join(",", series) + "]}"));
  }

  /** Sets the values of a label in the series of a selector. */
  FakePrometheus values(String selector, String... values) {
    return put(
        VALUES + selector,
        Response.ok(
            "{\"status\":\"success\",\"data\":[\"" + String.join("\",\"", values) + "\"]}"));
  }

  /** Sets the samples of a query, each as the JSON of its labels and its value. */
  FakePrometheus vector(String query, Map<String, String> values) {
    StringBuilder samples = new StringBuilder();
    values.forEach(
        (labels, value) ->
            samples
                .append(samples.isEmpty() ? "" : ",")
                .append(
                    "{\"metric\":%s,\"value\":[1700000000.5,\"%s\"]}".formatted(labels, value)));
    return put(
        query,
        Response.ok(
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                + samples
                + "]}}"));
  }

  /** All further requests have this response. */
  void fail(Response response) {
    failure = response;
  }

  /** Requests are not answered from now on; the latch is released when one arrives. */
  CountDownLatch block() {
    CountDownLatch arrived = new CountDownLatch(1);
    blocked = arrived;
    return arrived;
  }

  /** The queries and selectors of all requests. */
  List<String> queries() {
    return List.copyOf(queries);
  }

  /** The headers of the last request. */
  Map<String, List<String>> lastHeaders() {
    return headers.getLast();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form =
          exchange.getRequestMethod().equals("GET")
              ? exchange.getRequestURI().getRawQuery()
              : new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      Map<String, String> parameters = new HashMap<>();
      for (String each : form.split("&")) {
        String[] pair = each.split("=", 2);
        parameters.put(URLDecoder.decode(pair[0], UTF_8), URLDecoder.decode(pair[1], UTF_8));
      }
      String query = parameters.getOrDefault("query", parameters.getOrDefault("match[]", ""));
      if (exchange.getRequestURI().getPath().endsWith("/values")) {
        query = VALUES + query;
      }
      queries.add(query);
      headers.add(Map.copyOf(exchange.getRequestHeaders()));
      CountDownLatch arrived = blocked;
      if (arrived != null) {
        arrived.countDown();
        released.await();
      }
      Response failed = failure;
      send(exchange, failed == null ? responses.getOrDefault(query, Response.ok(EMPTY)) : failed);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    exchange.sendResponseHeaders(response.status(), 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(response.body().getBytes(UTF_8));
      byte[] end = response.end().getBytes(UTF_8);
      for (int i = 0; i < response.repeat(); i++) {
        out.write(end);
      }
    }
  }

  @Override
  public void close() {
    released.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
