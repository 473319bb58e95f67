package dev.hpa.cli.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Program;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
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

  @Test
  void aWorkloadIsScaledOnAMetricOfPrometheus(@TempDir Path folder) throws Exception {
    try (LivePrometheus prometheus = new LivePrometheus(folder)) {
      prometheus.createShop();
      prometheus.create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "shop", AUTOSCALER);
      assertEquals(9, scaledTo(9, folder, prometheus));
    }
  }

  /** Without an option for the server, which may not have scraped the HPA yet. */
  @Test
  void theServerIsFoundAndReadThroughTheApiServer(@TempDir Path folder) throws Exception {
    try (LivePrometheus prometheus = new LivePrometheus(folder)) {
      prometheus.createShop();
      prometheus.create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "shop", AUTOSCALER);
      prometheus.create(
          ResourceTypes.SERVICES,
          "shop",
          """
          {"kind": "Service", "apiVersion": "v1", "metadata": {"name": "prometheus-server"},
           "spec": {"type": "ExternalName", "externalName": "127.0.0.1",
             "ports": [{"name": "http", "port": 80, "targetPort": %s}]}}
          """
              .formatted(prometheus.url().replaceFirst(".*:", "")));
      Program run = incident(prometheus);
      assertTrue(
          run.err()
              .startsWith("hpa: reading Service shop/prometheus-server:80 through the API server"),
          run.err());
      assertTrue(run.out().contains("shop/web"), run.out());
    }
  }

  private static Program incident(LivePrometheus prometheus) {
    String kubeconfig = prometheus.kubeconfig().toString();
    return Program.run("", "incident", "-A", "--kubeconfig", kubeconfig, "--from", "1m");
  }

  private static int scaledTo(int wanted, Path folder, LivePrometheus prometheus) throws Exception {
    Path rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
    BlockingQueue<Integer> scales = new LinkedBlockingQueue<>();
    Map<String, String> settings =
        Map.of("url", prometheus.url(), "rules", rules.toString(), "relist-interval", "2s");
    try (HpaController controller =
        HpaController.builder()
            .kubeconfig(prometheus.kubeconfig())
            .options(ControllerOptions.DEFAULTS.withSyncPeriod(Duration.ofSeconds(2)))
            .leaderElection(null)
            .providerConfig(
                new ProviderConfig(null, Map.of("prometheus", settings), List.of(), false))
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
}
