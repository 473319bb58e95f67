package dev.hpa.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Answers range queries as Prometheus documents it: at most 11,000 samples, numbers as strings. A
 * series is absent if it has no value at any time.
 */
public final class RangeServer implements AutoCloseable {

  private static final int MAX_SAMPLES = 11_000;

  private final HttpServer server;
  private final Values values;
  private final List<String> queries = new CopyOnWriteArrayList<>();

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
        "/api/v1/query_range",
        exchange -> {
          String form =
              URLDecoder.decode(new String(exchange.getRequestBody().readAllBytes(), UTF_8), UTF_8);
          byte[] body = made.response(form).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return made;
  }

  private String response(String form) {
    String query = form.replaceAll(".*query=(.*?)&start=.*", "$1");
    queries.add(query);
    long start = Long.parseLong(form.replaceAll(".*&start=(\\d+).*", "$1"));
    long end = Long.parseLong(form.replaceAll(".*&end=(\\d+).*", "$1"));
    long step = Long.parseLong(form.replaceAll(".*&step=(\\d+).*", "$1"));
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

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
