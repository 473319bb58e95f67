package dev.hpa.controller.forecast;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.kube.client.HttpService;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends range queries to a Prometheus server. Thread-safe. */
public final class PrometheusClient implements AutoCloseable {
  /** The longest time of a query, including the response. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The largest response; one of 6,000 samples has about 200 KB. */
  private static final int MAX_RESPONSE_BYTES = 4 << 20;

  private final @Nullable Path tokenFile;
  private final Duration timeout;
  private final HttpService http;

  /**
   * Connects on the first request.
   *
   * @param caFlag the flag that the file with the certificate authorities comes from, for messages
   * @throws IllegalArgumentException if the file with the certificate authorities cannot be used
   */
  public PrometheusClient(PrometheusServer server, String caFlag) {
    this(server, caFlag, TIMEOUT);
  }

  /**
   * @param timeout the longest time of a query, including the response; real time
   */
  PrometheusClient(PrometheusServer server, String caFlag, Duration timeout) {
    this.tokenFile = server.tokenFile();
    this.timeout = timeout;
    this.http = connected(server, caFlag);
  }

  private static HttpService connected(PrometheusServer server, String caFlag) {
    Path caFile = server.caFile();
    String url = server.address().toString();
    if (caFile == null) {
      return new HttpService(url, null, MAX_RESPONSE_BYTES);
    }
    try {
      return new HttpService(url, Files.readAllBytes(caFile), MAX_RESPONSE_BYTES);
    } catch (IOException | IllegalArgumentException failure) {
      throw new IllegalArgumentException(
          caFlag + ": \"" + caFile + "\" cannot be used; give a PEM file with certificates",
          failure);
    }
  }

  /**
   * Sends a range query and returns the response, whatever its status.
   *
   * @param start seconds since the epoch, as {@code end}, which is included
   * @param step in seconds
   * @throws IOException if the server cannot be reached
   * @throws TimeoutException if there is no response within 30 s
   */
  public HttpService.Response range(String query, long start, long end, long step)
      throws IOException, TimeoutException {
    Map<String, String> headers = new HashMap<>();
    headers.put("Accept", "application/json");
    headers.put("Content-Type", "application/x-www-form-urlencoded");
    if (tokenFile != null) {
      headers.put("Authorization", "Bearer " + token(tokenFile));
    }
    return http.post(
        "/api/v1/query_range",
        headers,
        "query=%s&start=%d&end=%d&step=%d&timeout=%ds"
            .formatted(URLEncoder.encode(query, UTF_8), start, end, step, timeout.toSeconds()),
        timeout);
  }

  /** Checks the characters, because a line break would begin another header. */
  private static String token(Path file) throws IOException {
    String token = Files.readString(file).strip();
    if (!token.matches("[!-~]+")) {
      throw new IOException("the token is empty or has invalid characters");
    }
    return token;
  }

  @Override
  public void close() {
    http.close();
  }
}
