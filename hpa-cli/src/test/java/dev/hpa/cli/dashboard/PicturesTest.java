package dev.hpa.cli.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.controller.SteppedCluster;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.DashboardOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures of pages and reports in {@code docs/images}, with {@code
 * -Dhpa.docs.rewrite=true}: the same clusters, times and loads each time. Pixels depend on fonts
 * and the version of Chromium, so they are not compared.
 */
class PicturesTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", "."));
  private static final Path IMAGES = ROOT.resolve("docs/images");

  /** Not part of the pages: to look at. */
  private static final Path DARK = ROOT.resolve("hpa-cli/target/pictures-dark");

  private static final String EXAMPLES = ROOT.resolve("docs/examples").toString();

  @TempDir private Path folder;

  /**
   * A workload of the cluster in the pictures.
   *
   * @param load a profile of the sandbox
   * @param metric of the HPA, in YAML
   */
  private record Workload(
      String namespace, String name, String load, int min, int max, String metric) {

    static Workload cpu(String namespace, String name, String load, int min, int max, int target) {
      String metric =
          "{type: Resource, resource: {name: cpu, target: {type: Utilization,"
              + " averageUtilization: "
              + target
              + "}}}";
      return new Workload(namespace, name, load, min, max, metric);
    }
  }

  private static final List<Workload> WORKLOADS =
      List.of(
          Workload.cpu("shop", "web", "spike:base=900m,peak=3200m,at=35m,for=12m", 3, 20, 60),
          Workload.cpu("shop", "cart", "sine:min=300m,max=1500m,period=40m", 2, 12, 70),
          Workload.cpu("shop", "search", "sine:min=700m,max=2200m,period=55m", 2, 20, 65),
          Workload.cpu("shop", "checkout", "sine:min=400m,max=520m,period=20m", 2, 10, 60),
          Workload.cpu("payments", "api", "ramp:from=600m,to=2600m,over=50m", 2, 8, 60),
          Workload.cpu("payments", "ledger", "sine:min=250m,max=350m,period=30m", 2, 6, 50),
          Workload.cpu("payments", "fraud", "spike:base=300m,peak=900m,at=50m,for=5m", 1, 10, 70),
          Workload.cpu(
              "media", "thumbnails", "spike:base=200m,peak=1400m,at=20m,for=8m", 1, 12, 80),
          new Workload(
              "media",
              "transcode",
              "sine:min=500m,max=700m,period=30m",
              1,
              30,
              "{type: External, external: {metric: {name: queue_depth, selector: {matchLabels:"
                  + " {queue: transcode}}}, target: {type: AverageValue, averageValue: 30}}}"),
          new Workload(
              "media",
              "uploads",
              "sine:min=200m,max=300m,period=30m",
              2,
              10,
              "{type: Pods, pods: {metric: {name: bytes_in_flight}, target: {type: AverageValue,"
                  + " averageValue: 64Mi}}}"),
          new Workload(
              "data",
              "ingest",
              "sine:min=300m,max=400m,period=30m",
              2,
              16,
              "{type: Pods, pods: {metric: {name: buffer_bytes}, target: {type: AverageValue,"
                  + " averageValue: 500Mi}}}"),
          Workload.cpu("data", "reports", "spike:base=100m,peak=1800m,at=45m,for=9m", 1, 9, 75));

  @Test
  void thePagesOfTheDashboard() throws Exception {
    requireRewrite();
    VirtualTimeline clock = new VirtualTimeline(Instant.parse("2026-03-05T09:00:00Z"));
    try (Timeline pace = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(clock));
        Chromium chromium = new Chromium(folder.resolve("profile"))) {
      sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
      for (String namespace : List.of("shop", "payments", "media", "data")) {
        create(
            sandbox,
            ResourceTypes.NAMESPACES,
            "",
            "{kind: Namespace, apiVersion: v1, metadata: {name: " + namespace + "}}");
      }
      for (Workload each : WORKLOADS) {
        create(sandbox, each);
      }
      ClusterConnection connection =
          ClusterConnection.open(folder.resolve("kubeconfig"), null, clock);
      SteppedCluster cluster = new SteppedCluster(clock, sandbox);
      try (Components controller =
              Components.builder(connection, clock, ControllerOptions.DEFAULTS).create();
          LocalDashboard dashboard =
              LocalDashboard.start(
                  controller,
                  DashboardOptions.of(
                      URI.create("https://production.example").toString(),
                      ControllerOptions.DEFAULTS),
                  new ApiEvents(new HttpKubernetesApi(connection)),
                  Duration.ofHours(1),
                  PageAddress.parse("--address", "127.0.0.1:0"),
                  pace,
                  clock)) {
        controller.loop().start();
        cluster.run(Duration.ofMinutes(55), controller);
        for (boolean dark : List.of(false, true)) {
          take(chromium, dashboard.page(), dark);
        }
      }
    }
  }

  private void take(Chromium chromium, URI page, boolean dark) throws Exception {
    Path images = dark ? Files.createDirectories(DARK) : IMAGES;
    chromium.dark(dark);
    chromium.size(1400, 760, false);
    chromium.open(page.resolve("#/"));
    chromium.await("document.querySelectorAll('.space .row').length === " + WORKLOADS.size());
    chromium.screenshot(images.resolve("dashboard.png"));
    chromium.size(1400, 860, false);
    chromium.open(page.resolve("#/shop/web"));
    chromium.await("document.querySelector('.chart canvas')");
    chromium.eval(
        "(() => { const s = document.querySelector('.pick input');"
            + " s.value = String(Math.round(0.68 * Number(s.max)));"
            + " s.dispatchEvent(new Event('input')); })()");
    chromium.await("document.querySelectorAll('.steps li').length >= 3");
    chromium.screenshot(images.resolve("dashboard-autoscaler.png"));
    chromium.eval("document.querySelector('#what-if').open = true");
    chromium.await("document.querySelector('#what-if .figures, #what-if table')");
    chromium.eval(
        "[...document.querySelectorAll('.presets button')].find(b =>"
            + " b.textContent.startsWith('Targets +')).click()");
    chromium.await("document.querySelector('#what-if pre').textContent.includes('66')");
    chromium.eval("document.querySelector('#what-if').scrollIntoView()");
    chromium.screenshot(images.resolve("dashboard-what-if.png"));
  }

  private static void create(Sandbox sandbox, Workload each) throws Exception {
    create(
        sandbox,
        ResourceTypes.DEPLOYMENTS,
        each.namespace(),
        """
        kind: Deployment
        apiVersion: apps/v1
        metadata:
          name: %1$s
          annotations:
            sandbox.hpa.dev/load: %2$s
            sandbox.hpa.dev/metric.buffer_bytes: sine:min=800Mi,max=3Gi,period=45m
        spec:
          replicas: %3$d
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              containers:
              - {name: app, image: app, resources: {requests: {cpu: 250m}, limits: {cpu: 500m}}}
        """
            .formatted(each.name(), each.load(), each.min()));
    create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        each.namespace(),
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: %1$s}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %1$s}
          minReplicas: %2$d
          maxReplicas: %3$d
          metrics: [%4$s]
        """
            .formatted(each.name(), each.min(), each.max(), each.metric()));
    if (each.metric().contains("queue_depth")) {
      create(
          sandbox,
          ResourceTypes.CONFIG_MAPS,
          each.namespace(),
          """
          kind: ConfigMap
          apiVersion: v1
          metadata: {name: queues, labels: {sandbox.hpa.dev/metrics: "true"}}
          data:
            queues: external/namespaces/%s/queue_depth{queue=%s} 340
          """
              .formatted(each.namespace(), each.name()));
    }
  }

  private static void create(Sandbox sandbox, ResourceType type, String namespace, String manifest)
      throws Exception {
    sandbox
        .cluster()
        .create(type, namespace, (ObjectNode) new YAMLMapper().readTree(manifest), false);
  }

  /** The search of 400 settings takes minutes. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void theReportsOfSimulateAndRecommend() throws Exception {
    requireRewrite();
    try (Chromium chromium = new Chromium(folder.resolve("profile"))) {
      report(
          chromium,
          "simulate",
          1240,
          "simulate",
          "-f",
          EXAMPLES + "/simulate/now.yaml",
          "-f",
          EXAMPLES + "/simulate/calm.yaml",
          "-f",
          EXAMPLES + "/simulate/hasty.yaml",
          "--load",
          EXAMPLES + "/simulate/day.csv");
      report(
          chromium,
          "recommend",
          840,
          "recommend",
          "-f",
          EXAMPLES + "/recommend/web.yaml",
          "--load",
          EXAMPLES + "/recommend/week.csv",
          "--readiness-delay",
          "30s");
    }
  }

  private void report(Chromium chromium, String picture, int height, String... command)
      throws Exception {
    Path page = folder.resolve(picture + ".html");
    String[] all = new String[command.length + 2];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "--report";
    all[command.length + 1] = page.toString();
    Program run = Program.run("", all);
    assertEquals(0, run.status(), run.err());
    chromium.size(1260, height, false);
    chromium.open(page.toUri());
    chromium.await("document.readyState === 'complete' && document.querySelector('svg')");
    chromium.screenshot(IMAGES.resolve(picture + ".png"));
  }

  private static void requireRewrite() {
    assumeTrue(Boolean.getBoolean("hpa.docs.rewrite"), "only with -Dhpa.docs.rewrite=true");
    assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
  }
}
