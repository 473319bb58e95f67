package dev.hpa.controller.forecast;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.core.options.ForecastQuery;
import dev.hpa.kube.client.HttpService;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.Limit;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.LoadSeries;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads past loads from Prometheus, with the query of an autoscaler, one query at a time.
 * Namespaces, and the autoscalers in them, take turns, and each autoscaler has at most one query
 * that waits. A failed query is logged and does not affect the autoscaler. Thread-safe.
 */
public final class PrometheusLoads implements PastLoads {

  private static final Logger LOG = LoggerFactory.getLogger(PrometheusLoads.class);

  private final PrometheusClient client;

  /** Guarded by itself, as {@code pending} is. */
  private final FairQueue<Request> queue = new FairQueue<>();

  /** The autoscalers whose query waits or runs. */
  private final Set<NamespacedName> pending = new HashSet<>();

  /** A platform thread, as each query reads a file: one that hangs stops this thread only. */
  private final ExecutorService queries =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("forecast-queries").factory());

  private record Request(
      String query, ForecastOptions options, Instant now, Consumer<LoadSeries> found) {}

  /**
   * Connects on the first request.
   *
   * @param responses the limits of responses, with those of other servers
   * @throws IllegalArgumentException if the file with the certificate authorities cannot be used
   */
  public PrometheusLoads(PrometheusServer server, ResponseLimits responses) {
    try {
      this.client = PrometheusClient.ofPast(server, responses);
    } catch (IllegalArgumentException unusable) {
      throw new IllegalArgumentException(
          "forecast-prometheus-ca-file: " + unusable.getMessage(), unusable);
    }
  }

  @Override
  public void request(
      NamespacedName autoscaler, ForecastOptions options, Instant now, Consumer<LoadSeries> found) {
    ForecastQuery query = options.query();
    if (query == null) {
      return;
    }
    synchronized (queue) {
      if (queue.size(autoscaler.namespace()) >= Limit.WAITING_LOADS.asInt()
          || !pending.add(autoscaler)) {
        return;
      }
      queue.add(autoscaler, new Request(query.in(autoscaler.namespace()), options, now, found));
    }
    try {
      queries.execute(this::next);
    } catch (RejectedExecutionException closed) {
      LOG.debug("{}: past loads are not read, the controller shuts down", autoscaler);
    }
  }

  /** Sends the query whose turn it is; called once for each that was added. */
  private void next() {
    FairQueue.Turn<Request> turn;
    synchronized (queue) {
      turn = queue.poll();
    }
    if (turn == null) {
      return;
    }
    try {
      read(turn.tenant(), turn.item());
    } finally {
      synchronized (queue) {
        pending.remove(turn.tenant());
      }
    }
  }

  private void read(NamespacedName autoscaler, Request request) {
    try {
      LoadSeries past = read(request.query(), request.options(), request.now());
      LOG.info("{}: read {} past samples of the load from Prometheus", autoscaler, past.known());
      request.found().accept(past);
    } catch (IOException | TimeoutException | RuntimeException failure) {
      LOG.warn(
          "{}: past loads cannot be read from Prometheus: {}; the forecast starts without them",
          autoscaler,
          failure.getMessage());
    }
  }

  private LoadSeries read(String query, ForecastOptions options, Instant now)
      throws IOException, TimeoutException {
    Duration step = LoadRecord.step(options.season());
    long seconds = step.toSeconds();
    long end = Math.floorDiv(now.getEpochSecond(), seconds) * seconds;
    int samples = LoadRecord.capacity(options);
    long start = end - samples * seconds;
    HttpService.Response response = client.range(query, start, end - seconds, seconds);
    float[] values =
        PrometheusMatrix.read(response.code(), response.body(), start, seconds, samples);
    return LoadSeries.of(Instant.ofEpochSecond(start), step, values);
  }

  @Override
  public void close() {
    queries.shutdownNow();
    client.close();
  }
}
