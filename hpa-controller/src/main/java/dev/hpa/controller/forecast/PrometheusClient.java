package dev.hpa.controller.forecast;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Sends range queries to a Prometheus server. Thread-safe. */
public final class PrometheusClient implements AutoCloseable {
  /** The longest time of a query, including the response. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The largest response; one of 6,000 samples has about 200 KB. */
  private static final long MAX_RESPONSE_BYTES = 4L << 20;

  private final PrometheusServer server;
  private final Duration timeout;
  private final HttpClient http;

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
    this.server = server;
    this.timeout = timeout;
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(timeout);
    if (server.caFile() != null) {
      client.sslContext(trusting(server.caFile().toString(), caFlag));
    }
    this.http = client.build();
  }

  private static SSLContext trusting(String caFile, String caFlag) {
    try (InputStream in = new FileInputStream(caFile)) {
      KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
      authorities.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        authorities.setCertificateEntry("ca-" + number++, each);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException failure) {
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
  public HttpResponse<byte[]> range(String query, long start, long end, long step)
      throws IOException, TimeoutException, InterruptedException {
    return send(
        "query=%s&start=%d&end=%d&step=%d&timeout=%ds"
            .formatted(URLEncoder.encode(query, UTF_8), start, end, step, timeout.toSeconds()));
  }

  private HttpResponse<byte[]> send(String form)
      throws IOException, TimeoutException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/query_range"))
            .header("Accept", "application/json")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form));
    if (server.tokenFile() != null) {
      request.header("Authorization", "Bearer " + token());
    }
    CompletableFuture<HttpResponse<byte[]>> response =
        http.sendAsync(
            request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_RESPONSE_BYTES));
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      String message = cause == null ? null : cause.getMessage();
      throw new IOException(
          message == null
              ? String.valueOf(cause == null ? failure : cause.getClass().getSimpleName())
              : message,
          failure);
    } catch (TimeoutException late) {
      throw new TimeoutException("no response within " + timeout.toSeconds() + " s");
    } finally {
      // Closes the connection of a query that has not ended; the timeout of a request would not
      // apply to its body.
      response.cancel(true);
    }
  }

  /** Checks the characters here, because the message of the HTTP client would contain the token. */
  private String token() throws IOException {
    String token = Files.readString(server.tokenFile()).strip();
    if (!token.matches("[!-~]+")) {
      throw new IOException("the token is empty or has invalid characters");
    }
    return token;
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
