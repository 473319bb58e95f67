package com.example.hpa.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.spi.MetricFailure.Category;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** Sends instant queries. Thread-safe; calls block. */
final class PrometheusClient implements AutoCloseable {

  /** Maximum size of a response in bytes; bounds the memory of concurrent requests. */
  private static final long MAX_RESPONSE_BYTES = 4L << 20;

  private final URI address;
  private final BearerToken token;
  private final Duration timeout;
  private final Duration staleness;
  private final HttpClient http;

  /**
   * Creates a client of one server.
   *
   * @param address URL of the instant query endpoint
   * @param token bearer token
   * @param trust TLS trust settings
   * @param timeout timeout of one request, including connect and read
   * @param staleness maximum age of samples
   */
  PrometheusClient(
      URI address, BearerToken token, SSLContext trust, Duration timeout, Duration staleness) {
    this.address = address;
    this.token = token;
    this.timeout = timeout;
    this.staleness = staleness;
    this.http = HttpClient.newBuilder().sslContext(trust).connectTimeout(timeout).build();
  }

  /** Evaluates an expression at the current time of the server. */
  QueryResult query(String promql) throws InterruptedException {
    try {
      HttpResponse<byte[]> response = send(request(promql));
      return QueryResultDecoder.read(response.statusCode(), response.body());
    } catch (TimeoutException failure) {
      return QueryResult.Failed.of(
          Category.SOURCE_FAILED,
          "Prometheus did not respond within " + timeout.toMillis() + " ms");
    } catch (IOException failure) {
      return QueryResult.Failed.of(
          Category.SOURCE_FAILED, "Prometheus request failed: " + why(failure));
    }
  }

  private static String why(IOException failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private HttpRequest request(String promql) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Accept", "application/json")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(promql)));
    token.read().ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request.build();
  }

  private String form(String promql) {
    return Map.of(
            "query", promql,
            "timeout", timeout.toMillis() + "ms",
            "lookback_delta", staleness.toMillis() + "ms")
        .entrySet()
        .stream()
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
        .sorted()
        .collect(Collectors.joining("&"));
  }

  /** Waits for the whole response; the timeout of an HttpRequest ends with the headers. */
  private HttpResponse<byte[]> send(HttpRequest request)
      throws IOException, InterruptedException, TimeoutException {
    CompletableFuture<HttpResponse<byte[]>> response =
        http.sendAsync(
            request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_RESPONSE_BYTES));
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof IOException cause ? cause : new IOException(failure);
    } finally {
      response.cancel(true);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
