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

/** A server with configurable responses to instant queries; records the queries. */
final class FakePrometheus implements AutoCloseable {

  /** A request as it came. */
  record Asked(Map<String, String> form, String authorization) {
    String query() {
      return form.getOrDefault("query", "");
    }
  }

  /** What is answered. */
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

  final List<Asked> asked = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private FakePrometheus(HttpServer server, String scheme, Function<Asked, Reply> replies) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.createContext("/prometheus/api/v1/query", exchange -> answer(exchange, replies));
    server.start();
  }

  static FakePrometheus plain(Function<Asked, Reply> replies) throws IOException {
    return new FakePrometheus(HttpServer.create(anyPort(), 0), "http", replies);
  }

  static FakePrometheus withTls(SSLContext tls, Function<Asked, Reply> replies) throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new FakePrometheus(server, "https", replies);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void answer(HttpExchange exchange, Function<Asked, Reply> replies) {
    try (exchange) {
      Asked request =
          new Asked(
              form(new String(exchange.getRequestBody().readAllBytes(), UTF_8)),
              exchange.getRequestHeaders().getOrDefault("Authorization", List.of("")).getFirst());
      asked.add(request);
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

  /** The address under one of its names. */
  String url(String host) {
    return scheme + "://" + host + ":" + server.getAddress().getPort() + "/prometheus/";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
