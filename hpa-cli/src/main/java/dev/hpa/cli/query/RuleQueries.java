package dev.hpa.cli.query;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.metrics.prometheus.WorkloadTotals;
import dev.hpa.spi.KubernetesApi;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The queries of a configuration file of prometheus-adapter, if one is given. Closed with the
 * connection to its server.
 *
 * @param queries none without a file
 * @param totals null without a file
 */
public record RuleQueries(LoadQueries.MetricRules queries, @Nullable WorkloadTotals totals)
    implements AutoCloseable {

  /** Without a file. */
  public static final RuleQueries NONE = new RuleQueries(LoadQueries.MetricRules.NONE, null);

  /**
   * Lists the series of the rules of a file.
   *
   * @param range the server, and how far back series count
   * @throws UsageException if the file or the server cannot be used
   */
  public static RuleQueries open(
      Path file, PrometheusRange range, KubernetesApi api, Timeline timeline)
      throws InterruptedException {
    try {
      WorkloadTotals totals =
          WorkloadTotals.list(
              range.client(),
              file,
              new CachedRestMapper(api, timeline::now),
              timeline,
              range.length());
      return new RuleQueries(new RuleFile(totals), totals);
    } catch (IOException unusable) {
      throw new UsageException(
          "--prometheus-rules: \"%s\": %s".formatted(file, unusable.getMessage()), unusable);
    }
  }

  @Override
  public void close() {
    if (totals != null) {
      totals.close();
    }
  }
}
