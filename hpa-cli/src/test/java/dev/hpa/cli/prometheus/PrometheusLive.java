package dev.hpa.cli.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.MetricsApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs the program {@code prometheus} in the path. */
class PrometheusLive {

  private static final String DEPLOYMENT =
      """
      {"kind": "Deployment", "apiVersion": "apps/v1", "metadata": {"name": "web",
        "annotations": {"sandbox.hpa.dev/metric.http_requests_per_second": "900"}},
       "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
         "template": {"metadata": {"labels": {"app": "web"}},
           "spec": {"containers": [{"name": "app", "image": "web"}]}}}}
      """;

  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "web"},
       "spec": {
         "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
         "minReplicas": 1, "maxReplicas": 20,
         "metrics": [{"type": "Pods", "pods": {
           "metric": {"name": "http_requests_per_second"},
           "target": {"type": "AverageValue", "averageValue": "100"}}}]}}
      """;

  private static final String RULES =
      """
      rules:
      - seriesQuery: http_requests_per_second{namespace!="",pod!=""}
        resources: {template: <<.Resource>>}
        metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)
      """;

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

  @Test
  void aWorkloadIsScaledOnAMetricOfPrometheus(@TempDir Path folder) throws Exception {
    try (Timeline timeline = Timeline.real();
        Sandbox sandbox =
            Sandbox.start(SandboxOptions.in(timeline).withMetricsApis(MetricsApi.RESOURCE))) {
      create(sandbox, ResourceTypes.NAMESPACES, "", "{\"metadata\": {\"name\": \"shop\"}}");
      create(sandbox, ResourceTypes.DEPLOYMENTS, "shop", DEPLOYMENT);
      create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "shop", AUTOSCALER);
      int port = freePort();
      Process prometheus = prometheus(folder, sandbox, port);
      try {
        assertEquals(9, scaledTo(9, folder, sandbox, port));
      } finally {
        prometheus.destroy();
      }
    }
  }

  private static int scaledTo(int wanted, Path folder, Sandbox sandbox, int port) throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    Path rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
    BlockingQueue<Integer> scales = new LinkedBlockingQueue<>();
    Map<String, String> settings =
        Map.of(
            "url", "http://127.0.0.1:" + port, "rules", rules.toString(), "relist-interval", "2s");
    try (HpaController controller =
        HpaController.builder()
            .kubeconfig(kubeconfig)
            .options(ControllerOptions.DEFAULTS.withSyncPeriod(Duration.ofSeconds(2)))
            .leaderElection(null)
            .providerConfig(
                new ProviderConfig(null, Map.of("prometheus", settings), List.of(), true, false))
            .onReconcile(
                result -> {
                  if (result.scaledTo() != null) {
                    scales.add(result.scaledTo());
                  }
                })
            .build()) {
      controller.start();
      Integer last = 0;
      while (last != null && last != wanted) {
        last = scales.poll(2, TimeUnit.MINUTES);
      }
      return last == null ? 0 : last;
    }
  }

  private static void create(Sandbox sandbox, ResourceType type, String namespace, String json)
      throws Exception {
    sandbox.cluster().create(type, namespace, (ObjectNode) Json.tree(json), false);
  }

  private static Process prometheus(Path folder, Sandbox sandbox, int port) throws IOException {
    String kubeconfig = sandbox.kubeconfig();
    String token = kubeconfig.replaceFirst("(?s).*token: \"?([^\"\\s}]+).*", "$1");
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"), SCRAPES.formatted(token, sandbox.port()));
    return new ProcessBuilder(
            "prometheus",
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("prometheus.log").toFile())
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
