package dev.hpa.cli.simulate;

import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Service of a cluster with the query API of Prometheus, which is read through the proxy of the
 * API server.
 *
 * @param service name and port as the proxy takes them, such as {@code https:thanos-query:10902}
 * @param path of the server, with a slash at its start; empty for none
 */
record PrometheusService(String namespace, String service, String path) {
  private static final String LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
  private static final Pattern TEXT =
      Pattern.compile(
          "(%s)/((?:https?:)?%s(?::%s)?)((?:/[A-Za-z0-9_-]+)*)/?".formatted(LABEL, LABEL, LABEL));

  /** Parses {@code monitoring/prometheus:9090}, with a path behind it if the server has one. */
  static Optional<PrometheusService> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(new PrometheusService(parts.group(1), parts.group(2), parts.group(3)))
        : Optional.empty();
  }

  /**
   * A client of the server.
   *
   * @param headers of each request, by name
   * @param timeout the longest time of a request
   */
  PrometheusClient client(
      ClusterConnection connection, Map<String, String> headers, Duration timeout) {
    return PrometheusClient.behind(
        connection,
        "/api/v1/namespaces/%s/services/%s/proxy%s".formatted(namespace, service, path),
        headers,
        timeout);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return namespace + "/" + service + path;
  }
}
