package dev.hpa.controller.forecast;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.spi.LoadSeries;
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
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads past loads from Prometheus, with the query of an autoscaler, one query at a time. A failed
 * query is logged and does not affect the autoscaler. Thread-safe.
 */
public final class PrometheusLoads implements PastLoads {

  private static final Logger LOG = LoggerFactory.getLogger(PrometheusLoads.class);

  /** The longest time of a query, including the response. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The largest response; one of 6,000 samples has about 200 KB. */
  private static final long MAX_RESPONSE_BYTES = 4L << 20;

  private final PrometheusServer server;
  private final HttpClient http;
  private final ExecutorService queries =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("forecast-queries-", 0).factory());

  /**
   * Connects on the first request.
   *
   * @throws IllegalArgumentException if the file with the certificate authorities cannot be used
   */
  public PrometheusLoads(PrometheusServer server) {
    this.server = server;
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(TIMEOUT);
    if (server.caFile() != null) {
      client.sslContext(trusting(server.caFile().toString()));
    }
    this.http = client.build();
  }

  private static SSLContext trusting(String caFile) {
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
          "forecast-prometheus-ca-file: \""
              + caFile
              + "\" cannot be used; give a PEM file with certificates",
          failure);
    }
  }

  @Override
  public void request(
      NamespacedName autoscaler, ForecastOptions options, Instant now, Consumer<LoadSeries> found) {
    String query = options.query();
    if (query != null) {
      queries.execute(() -> read(autoscaler, query, options, now, found));
    }
  }

  private void read(
      NamespacedName autoscaler,
      String query,
      ForecastOptions options,
      Instant now,
      Consumer<LoadSeries> found) {
    try {
      LoadSeries past = read(query, options, now);
      LOG.info("{}: read {} past samples of the load from Prometheus", autoscaler, past.known());
      found.accept(past);
    } catch (IOException | TimeoutException failure) {
      LOG.warn(
          "{}: past loads cannot be read from Prometheus: {}; the forecast starts without them",
          autoscaler,
          failure.getMessage());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private LoadSeries read(String query, ForecastOptions options, Instant now)
      throws IOException, TimeoutException, InterruptedException {
    Duration step = LoadRecord.step(options.season());
    long seconds = step.toSeconds();
    long end = Math.floorDiv(now.getEpochSecond(), seconds) * seconds;
    int samples = LoadRecord.capacity(options);
    long start = end - samples * seconds;
    String form =
        "query=%s&start=%d&end=%d&step=%d&timeout=%ds"
            .formatted(
                URLEncoder.encode(query, UTF_8),
                start,
                end - seconds,
                seconds,
                TIMEOUT.toSeconds());
    HttpResponse<byte[]> response = send(form);
    float[] values =
        PrometheusMatrix.read(response.statusCode(), response.body(), start, seconds, samples);
    return LoadSeries.of(Instant.ofEpochSecond(start), step, values);
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
    try {
      return http.sendAsync(
              request.build(),
              BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_RESPONSE_BYTES))
          .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      String message = cause == null ? null : cause.getMessage();
      throw new IOException(
          message == null
              ? String.valueOf(cause == null ? failure : cause.getClass().getSimpleName())
              : message,
          failure);
    } catch (TimeoutException late) {
      throw new TimeoutException("no response within " + TIMEOUT.toSeconds() + " s");
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
    queries.shutdownNow();
    http.shutdownNow();
  }
}
