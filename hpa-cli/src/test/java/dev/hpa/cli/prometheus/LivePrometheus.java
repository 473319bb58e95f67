package dev.hpa.cli.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The program {@code prometheus} that scrapes a sandbox without custom and external metrics. */
final class LivePrometheus implements AutoCloseable {

  private static final String SCRAPES =
      """
      scrape_configs:
      - job_name: sandbox
        scrape_interval: 1s
        honor_labels: true
        static_configs: [{targets: ["127.0.0.1:%d"]}]
      """;

  private final Timeline timeline = Timeline.real();
  private final Path folder;
  final Sandbox sandbox;
  private final HttpServer page;
  private final Process prometheus;
  private final int port;

  LivePrometheus(Path folder) throws IOException {
    this.folder = folder;
    this.sandbox = Sandbox.start(SandboxOptions.in(timeline).withMetricsApis(MetricsApi.RESOURCE));
    this.port = FreePorts.next();
    sandbox.writeKubeconfig(kubeconfig());
    this.page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    PrometheusPage metrics = new PrometheusPage(sandbox);
    page.createContext("/metrics", exchange -> answer(exchange, metrics.text()));
    page.start();
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"), SCRAPES.formatted(page.getAddress().getPort()));
    this.prometheus =
        start(
            "prometheus",
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port);
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
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
    page.stop(0);
    sandbox.close();
    timeline.close();
  }
}
