package com.example.hpa.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** A fake Prometheus server with configurable responses; records the requests. */
final class FakePrometheus implements AutoCloseable {

  /** A received request. */
  record ReceivedRequest(Map<String, String> form, String authorization) {
    String query() {
      return form.getOrDefault("query", "");
    }
  }

  /** A response. */
  record Reply(int code, String body) {
    static Reply vector(String... series) {
      return success("vector", "[" + String.join(",", series) + "]");
    }

    static Reply success(String type, String result) {
      return new Reply(
          200,
          "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":%s}}"
              .formatted(type, result));
    }
  }

  final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private FakePrometheus(
      HttpServer server, String scheme, Function<ReceivedRequest, Reply> replies) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.createContext("/prometheus/api/v1/query", exchange -> answer(exchange, replies));
    server.start();
  }

  static FakePrometheus plain(Function<ReceivedRequest, Reply> replies) throws IOException {
    return new FakePrometheus(HttpServer.create(anyPort(), 0), "http", replies);
  }

  static FakePrometheus withTls(SSLContext tls, Function<ReceivedRequest, Reply> replies)
      throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new FakePrometheus(server, "https", replies);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void answer(HttpExchange exchange, Function<ReceivedRequest, Reply> replies) {
    try (exchange) {
      ReceivedRequest request =
          new ReceivedRequest(
              form(new String(exchange.getRequestBody().readAllBytes(), UTF_8)),
              exchange.getRequestHeaders().getOrDefault("Authorization", List.of("")).getFirst());
      requests.add(request);
      Reply reply = replies.apply(request);
      byte[] body = reply.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(reply.code(), body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new TreeMap<>();
    for (String each : body.split("&")) {
      String[] parts = each.split("=", 2);
      form.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts[1], UTF_8));
    }
    return form;
  }

  /** Returns the base URL with a host name of this machine. */
  String url(String host) {
    return scheme + "://" + host + ":" + server.getAddress().getPort() + "/prometheus/";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
