package dev.hpa.cli.simulate;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusLogin;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about the Prometheus server that has the past. */
@Topic("Prometheus")
public final class PrometheusFlags {

  private static final String SEARCHED = "cluster";
  private static final Pattern HEADER = Pattern.compile("([A-Za-z0-9-]+)=([ -~]*)");
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  @Option(
      names = "--prometheus",
      paramLabel = "SERVER",
      description =
          "The Prometheus server with the past: its URL, such as http://127.0.0.1:9090, or"
              + " NAMESPACE/SERVICE:PORT, which is read through the API server, or cluster, which is"
              + " found by the names and labels of Services (default: cluster for live HPAs).")
  private @Nullable String prometheus;

  @Option(
      names = "--prometheus-auth",
      paramLabel = "KIND:VALUE",
      description =
          "Log in to the URL of --prometheus: token-file:FILE has a bearer token, basic-file:FILE"
              + " USER:PASSWORD; token-command:COMMAND prints a token, such as gcloud auth"
              + " print-access-token (default: no login).")
  private @Nullable String auth;

  @Option(
      names = "--prometheus-header",
      paramLabel = "NAME=VALUE",
      description =
          "Header of each request to --prometheus, such as X-Scope-OrgID=shop. Repeatable.")
  private List<String> headers = new ArrayList<>();

  @Option(names = "--prometheus-ca-file")
  private @Nullable Path caFile;

  @Option(
      names = "--prometheus-label",
      paramLabel = "LABEL=VALUE",
      description =
          "A label that all series of the cluster have in a --prometheus that several clusters"
              + " share, such as cluster=production; repeatable.")
  private Map<String, String> labels = new LinkedHashMap<>();

  /** Creates the flags without a server. */
  public PrometheusFlags() {}

  /** Whether a server is given that is read through an API server. */
  public boolean isInCluster() {
    return prometheus != null && !prometheus.contains("://");
  }

  /** Whether a server is given. */
  public boolean isGiven() {
    return prometheus != null;
  }

  /**
   * A past time of the server, through a new connection.
   *
   * @param cluster of live HPAs, where the server is searched if none is given
   * @throws UsageException if no server is given or found, or an option is invalid
   */
  public PrometheusRange range(
      Optional<ClusterConnection> cluster, Instant end, Duration length, Duration step) {
    Map<String, String> known = labels();
    String given = prometheus;
    if (given != null && !isInCluster()) {
      return new PrometheusRange(client(given), given, end, length, step, known);
    }
    ClusterConnection connection =
        cluster.orElseThrow(
            () ->
                new UsageException(
                    "--prometheus: no server is given; give its URL, such as http://127.0.0.1:9090"));
    if (auth != null || caFile != null) {
      throw new UsageException(
          "--prometheus-auth, prometheus-ca-file: the API server does not pass credentials on; give"
              + " --prometheus URL, or remove them");
    }
    PrometheusService service =
        given == null || given.equals(SEARCHED) ? found(connection) : service(given);
    return new PrometheusRange(
        service.client(connection, headers(), PrometheusClient.RANGE_TIMEOUT),
        service.toString(),
        end,
        length,
        step,
        known);
  }

  private PrometheusService found(ClusterConnection connection) {
    if (!headers.isEmpty()) {
      throw new UsageException(
          "--prometheus-header: is not sent to a server that is found, which others may have"
              + " created; name it with --prometheus NAMESPACE/SERVICE:PORT");
    }
    return new PrometheusSearch(connection, labels).find();
  }

  private static PrometheusService service(String given) {
    return PrometheusService.parse(given)
        .orElseThrow(
            () ->
                new UsageException(
                    "--prometheus: \"%s\" is no URL and no Service; give one such as http://127.0.0.1:9090 or monitoring/prometheus:9090"
                        .formatted(given)));
  }

  private PrometheusClient client(String given) {
    URI address = address(given);
    try {
      return PrometheusClient.ofPast(
          new PrometheusServer(
              address,
              login(),
              new PrometheusServer.TlsFiles(caFile, null, null),
              headers(),
              false),
          ResponseLimits.ofCalls(MemoryPool.ofHeap()));
    } catch (IllegalArgumentException unusable) {
      throw new UsageException("prometheus-ca-file: " + unusable.getMessage(), unusable);
    }
  }

  private PrometheusLogin login() {
    if (auth == null) {
      return PrometheusLogin.NONE;
    }
    String[] parts = auth.split(":", 2);
    String value = parts.length == 1 ? "" : parts[1].strip();
    return switch (value.isEmpty() ? "" : parts[0]) {
      case "token-file" -> new PrometheusLogin.OfFiles(Path.of(value), null);
      case "basic-file" -> new PrometheusLogin.OfFiles(null, Path.of(value));
      case "token-command" ->
          PrometheusLogin.ofCommand(List.of(value.split("\\s+")), InstantSource.system());
      default ->
          throw new UsageException(
              "--prometheus-auth: is no login; give token-file:FILE, basic-file:FILE or"
                  + " token-command:COMMAND");
    };
  }

  /** Values are not part of messages: they may be secret. */
  private Map<String, String> headers() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String each : headers) {
      Matcher header = HEADER.matcher(each);
      if (!header.matches()) {
        throw new UsageException(
            "--prometheus-header: is no header; give one such as X-Scope-OrgID=shop");
      }
      if (header.group(1).equalsIgnoreCase("authorization")) {
        throw new UsageException(
            "--prometheus-header: Authorization is set by --prometheus-auth; give that");
      }
      all.put(header.group(1), header.group(2));
    }
    return all;
  }

  private Map<String, String> labels() {
    for (String label : labels.keySet()) {
      if (!LABEL.matcher(label).matches()) {
        throw new UsageException(
            "--prometheus-label: \"%s\" is no name of a label; give one such as cluster=production"
                .formatted(label));
      }
    }
    return labels;
  }

  /**
   * Checks that no labels are given, because the query is.
   *
   * @throws UsageException if there are labels
   */
  void requireNoLabels() {
    if (!labels.isEmpty()) {
      throw new UsageException(
          "--prometheus-label: has no effect with --query; add the label to the query");
    }
  }

  private static URI address(String server) {
    try {
      return PrometheusServer.address(server);
    } catch (IllegalArgumentException invalid) {
      throw new UsageException("--prometheus: " + invalid.getMessage(), invalid);
    }
  }

  /**
   * Checks that no option of the server is given.
   *
   * @throws UsageException if one is
   */
  void requireUnset() {
    requireUnset("--prometheus-auth", auth);
    requireUnset("--prometheus-header", headers.isEmpty() ? null : headers);
    requireUnset("prometheus-ca-file", caFile);
    requireUnset("--prometheus-label", labels.isEmpty() ? null : labels);
  }

  /**
   * Checks that an option of the server is not given.
   *
   * @throws UsageException if it is
   */
  static void requireUnset(String option, @Nullable Object value) {
    if (value != null) {
      throw new UsageException(option + ": has no effect without --prometheus; add its URL");
    }
  }
}
