package dev.hpa.cli.simulate;

import dev.hpa.metrics.prometheus.client.PrometheusClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A past time of a Prometheus server.
 *
 * @param client the connection
 * @param address the address of the server, for messages
 * @param end the end of the time
 * @param length the length of the time
 * @param step the distance of two samples, in whole seconds, at least 1 s
 * @param labels that the series of one cluster have, in a server of several
 */
public record PrometheusRange(
    PrometheusClient client,
    String address,
    Instant end,
    Duration length,
    Duration step,
    Map<String, String> labels) {

  public PrometheusRange {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** The same end with another distance of samples. */
  public PrometheusRange every(Duration other) {
    return new PrometheusRange(client, address, end, length, other, labels);
  }

  /** The load that a query gives in this time. */
  public PrometheusQuery query(String promql) {
    return query(promql, Duration.ZERO);
  }

  /**
   * The load that a query gives in this time.
   *
   * @param lag how much later than the load itself its samples are, not negative
   */
  public PrometheusQuery query(String promql, Duration lag) {
    return new PrometheusQuery(this, promql, lag);
  }
}
