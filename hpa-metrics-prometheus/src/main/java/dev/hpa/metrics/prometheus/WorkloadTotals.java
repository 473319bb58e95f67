package dev.hpa.metrics.prometheus;

import dev.hpa.api.time.Timeline;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.PodNames;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The queries of the totals of metrics over workloads, by the rules of a configuration file of
 * prometheus-adapter: what the provider reads, for all pods that a workload ever had. Thread-safe.
 */
public final class WorkloadTotals implements AutoCloseable {
  private final RuledServer server;
  private final PromQueries queries;

  private WorkloadTotals(RuledServer server, PromQueries queries) {
    this.server = server;
    this.queries = queries;
  }

  /**
   * Lists the series of a server. Blocks.
   *
   * @param client is closed with this object
   * @param rules the file
   * @param age of the oldest series that count
   * @throws IOException if the file or the server cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  public static WorkloadTotals list(
      PrometheusClient client, Path rules, RestMapper mapper, Timeline timeline, Duration age)
      throws IOException, InterruptedException {
    RuledServer server = new RuledServer(client, rules, mapper, timeline, age);
    server.await();
    RuledServer.State state = server.state();
    if (state.problem() != null && state.registry().equals(MetricRegistry.EMPTY)) {
      server.close();
      throw new IOException(state.problem());
    }
    return new WorkloadTotals(server, new PromQueries(List.of(server), mapper, PodNames.NONE));
  }

  /**
   * The query of the total of a metric.
   *
   * @param pods a regular expression of the names of the pods of a metric of pods
   * @return empty if no rule gives the metric, or it is usage
   */
  public Optional<String> of(MetricQuery metric, String pods) {
    try {
      return switch (metric) {
        case MetricQuery.PodMetric each -> Optional.of(queries.total(each, pods));
        case MetricQuery.ObjectMetric each -> Optional.of(queries.total(each));
        case MetricQuery.ExternalMetric each -> Optional.of(queries.total(each));
        case MetricQuery.PodResource usage -> Optional.empty();
      };
    } catch (UnansweredException unanswered) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
