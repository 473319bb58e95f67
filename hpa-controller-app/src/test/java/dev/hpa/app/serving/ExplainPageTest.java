package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.SteppedCluster;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The explanation of an autoscaler with many metrics of many pods. */
@Tag("security")
class ExplainPageTest {

  private static final int PODS = 60;
  private static final int METRICS = 400;

  @TempDir private Path folder;
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));

  @AfterEach
  void close() {
    timeline.close();
  }

  private static void create(Sandbox sandbox, ResourceType type, String manifest) throws Exception {
    ObjectNode tree = (ObjectNode) new YAMLMapper().readTree(manifest);
    sandbox.cluster().create(type, "evil", tree, false);
  }

  private static JsonNode get(ExplainPage page, String path) {
    PageResponse response =
        page.answer(new PageRequest("GET", ExplainPage.ROOT + path, Map.of(), "", new byte[0]));
    assertEquals(200, response.code());
    return Json.tree(response.body());
  }

  @Test
  void tenThousandPodsAreListedAndTheOthersCounted() throws Exception {
    try (Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      SteppedCluster cluster = new SteppedCluster(timeline, sandbox);
      create(sandbox, ResourceTypes.NAMESPACES, "{metadata: {name: evil}}");
      create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT.formatted(PODS));
      create(
          sandbox,
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          AUTOSCALER.formatted(PODS, METRIC.repeat(METRICS)));
      ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
      try (Components controller =
          Components.builder(connection, timeline, ControllerOptions.DEFAULTS).create()) {
        controller.loop().start();
        cluster.run(Duration.ofSeconds(45), controller);
        ExplainPage page = new ExplainPage(controller.inspector(), () -> true);
        assertEquals("[\"evil/large\"]", get(page, "").toString());
        check(get(page, "/evil/large"));
        assertEquals(
            404,
            page.answer(
                    new PageRequest(
                        "GET", ExplainPage.ROOT + "/evil%zz/large", Map.of(), "", new byte[0]))
                .code());
      }
    }
  }

  private static void check(JsonNode explained) {
    assertEquals("large", explained.at("/autoscaler/metadata/name").asText());
    int listed = 0;
    int omitted = 0;
    for (JsonNode metric : explained.at("/trace/metrics")) {
      listed += metric.path("pods").size();
      for (JsonNode pods : metric.path("omittedPods")) {
        omitted += pods.path("count").asInt();
      }
    }
    assertEquals(10_000, listed);
    assertEquals(PODS * METRICS - 10_000, omitted);
    String text = explained.path("text").asText();
    assertTrue(text.contains("Metric 400     cpu per pod"), text);
    assertEquals(
        METRICS, text.lines().filter(each -> each.endsWith("60 pods: 60 counted.")).count());
    assertEquals("evil/large", explained.at("/history/0/hpa").asText());
  }

  private static final String DEPLOYMENT =
      """
      kind: Deployment
      apiVersion: apps/v1
      metadata: {name: large, annotations: {sandbox.hpa.dev/cpu: "6"}}
      spec:
        replicas: %d
        selector: {matchLabels: {app: large}}
        template:
          metadata: {labels: {app: large}}
          spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]}
      """;

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata: {name: large}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: large}
        minReplicas: %1$d
        maxReplicas: %1$d
        metrics:
      %2$s
      """;

  private static final String METRIC =
      "  - {type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue:"
          + " 100m}}}\n";
}
