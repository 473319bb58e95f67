package dev.hpa.controller.forecast;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.spi.LoadSeries;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads past loads from Prometheus, with the query of an autoscaler, one query at a time. A failed
 * query is logged and does not affect the autoscaler. Thread-safe.
 */
public final class PrometheusLoads implements PastLoads {

  private static final Logger LOG = LoggerFactory.getLogger(PrometheusLoads.class);

  private final PrometheusClient client;

  /** A platform thread, as each query reads a file: one that hangs stops this thread only. */
  private final ExecutorService queries =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("forecast-queries").factory());

  /**
   * Connects on the first request.
   *
   * @throws IllegalArgumentException if the file with the certificate authorities cannot be used
   */
  public PrometheusLoads(PrometheusServer server) {
    this.client = new PrometheusClient(server, "forecast-prometheus-ca-file");
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
    HttpResponse<byte[]> response = client.range(query, start, end - seconds, seconds);
    float[] values =
        PrometheusMatrix.read(response.statusCode(), response.body(), start, seconds, samples);
    return LoadSeries.of(Instant.ofEpochSecond(start), step, values);
  }

  @Override
  public void close() {
    queries.shutdownNow();
    client.close();
  }
}
