package dev.hpa.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Answers range queries, and instant queries now, as Prometheus documents it: at most 11,000
 * samples, numbers as strings. A series is absent if it has no value at any time.
 */
public final class RangeServer implements AutoCloseable {

  private static final int MAX_SAMPLES = 11_000;

  private final HttpServer server;
  private final Values values;
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();

  /** The value of a query at a Unix time; NaN for none. */
  @FunctionalInterface
  public interface Values {
    double at(String query, long time);
  }

  private RangeServer(HttpServer server, Values values) {
    this.server = server;
    this.values = values;
  }

  /** Starts a server on a free port. */
  public static RangeServer start(Values values) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    RangeServer made = new RangeServer(server, values);
    server.createContext(
        "/",
        exchange -> {
          URI uri = exchange.getRequestURI();
          String sent =
              exchange.getRequestMethod().equals("GET")
                  ? uri.getRawQuery()
                  : new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          String form = URLDecoder.decode(sent, UTF_8);
          made.headers.add(Map.copyOf(exchange.getRequestHeaders()));
          String response =
              uri.getPath().endsWith("/api/v1/query_range")
                  ? made.response(form)
                  : made.now(parameter(form, "query"));
          byte[] body = response.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return made;
  }

  private static String parameter(String form, String name) {
    return form.replaceFirst(
        "(?s).*?(?:^|&)" + name + "=(.*?)(?:&(?:start|end|step|time|timeout)=.*|$)", "$1");
  }

  private String now(String query) {
    queries.add(query);
    double value = values.at(query, Instant.now().getEpochSecond());
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
        + (Double.isNaN(value) ? "" : "{\"metric\":{},\"value\":[1,\"" + value + "\"]}")
        + "]}}";
  }

  private String response(String form) {
    String query = parameter(form, "query");
    queries.add(query);
    long start = Long.parseLong(parameter(form, "start"));
    long end = Long.parseLong(parameter(form, "end"));
    long step = Long.parseLong(parameter(form, "step"));
    if ((end - start) / step >= MAX_SAMPLES) {
      return "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"exceeded maximum\"}";
    }
    StringBuilder samples = new StringBuilder();
    for (long at = start; at <= end; at += step) {
      double value = values.at(query, at);
      if (!Double.isNaN(value)) {
        samples.append(samples.isEmpty() ? "" : ",");
        samples.append('[').append(at).append(",\"").append(value).append("\"]");
      }
    }
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
        + (samples.isEmpty() ? "" : "{\"metric\":{},\"values\":[" + samples + "]}")
        + "]}}";
  }

  /** The queries so far. */
  public List<String> queries() {
    return List.copyOf(queries);
  }

  /** The headers of the requests so far, by their names with a capital. */
  public List<Map<String, List<String>>> headers() {
    return List.copyOf(headers);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
