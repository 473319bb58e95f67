package dev.hpa.cli.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The program {@code prometheus} that scrapes a sandbox without custom and external metrics. */
final class LivePrometheus implements AutoCloseable {

  private static final String SCRAPES =
      """
      scrape_configs:
      - job_name: sandbox
        scheme: https
        scrape_interval: 1s
        metrics_path: /sandbox/prometheus
        honor_labels: true
        authorization: {credentials: %s}
        tls_config: {insecure_skip_verify: true}
        static_configs: [{targets: ["127.0.0.1:%d"]}]
      """;

  private final Timeline timeline = Timeline.real();
  private final Path folder;
  final Sandbox sandbox;
  private final Process prometheus;
  private final int port;

  LivePrometheus(Path folder) throws IOException {
    this.folder = folder;
    this.sandbox = Sandbox.start(SandboxOptions.in(timeline).withMetricsApis(MetricsApi.RESOURCE));
    this.port = FreePorts.next();
    sandbox.writeKubeconfig(kubeconfig());
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"), SCRAPES.formatted(token(), sandbox.port()));
    this.prometheus =
        start(
            "prometheus",
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port);
  }

  /** Starts a program whose output goes to a file. */
  Process start(String... command) throws IOException {
    Path log = folder.resolve(Path.of(command[0]).getFileName() + ".log");
    return new ProcessBuilder(List.of(command))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  Timeline timeline() {
    return timeline;
  }

  Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  String token() {
    return sandbox.kubeconfig().replaceFirst("(?s).*token: \"?([^\"\\s}]+).*", "$1");
  }

  void create(ResourceType type, String namespace, String json) {
    sandbox.cluster().create(type, namespace, (ObjectNode) Json.tree(json), false);
  }

  /** A namespace with a Deployment that has a metric. */
  void createShop() {
    create(ResourceTypes.NAMESPACES, "", "{\"metadata\": {\"name\": \"shop\"}}");
    create(
        ResourceTypes.DEPLOYMENTS,
        "shop",
        """
        {"kind": "Deployment", "apiVersion": "apps/v1", "metadata": {"name": "web",
          "annotations": {"sandbox.hpa.dev/metric.http_requests_per_second": "900"}},
         "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
           "template": {"metadata": {"labels": {"app": "web"}},
             "spec": {"containers": [{"name": "app", "image": "web"}]}}}}
        """);
  }

  @Override
  public void close() {
    prometheus.destroy();
    sandbox.close();
    timeline.close();
  }
}
