package dev.hpa.cli.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Explain, preflight and capture on servers and adapters as they exist. */
class LiveToolsTest {

  private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/";
  private static final String CUSTOM =
      "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/";

  private final Path folder;

  LiveToolsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Program run(LiveServer server, String... command) throws IOException {
    String[] all = new String[command.length + 2];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "--kubeconfig";
    all[command.length + 1] = server.kubeconfig(folder);
    return Program.run("", all);
  }

  /** The result of evaluating the captured scenario. */
  private JsonNode replayed(LiveServer server, String autoscaler) throws IOException {
    Program captured = run(server, "capture", autoscaler);
    assertEquals(0, captured.status(), captured.err());
    Path file = Files.writeString(folder.resolve("captured.yaml"), captured.out());
    Program evaluated = Program.run("", "evaluate", "-o", "json", "-f", file.toString());
    assertEquals(0, evaluated.status(), evaluated.err());
    JsonNode results = Json.tree(evaluated.out()).findPath("results");
    return results.path(results.size() - 1);
  }

  private static String externalMetric(String name, String selector) {
    return "{type: External, external: {metric: {name: %s%s}, target: {type: AverageValue, averageValue: 5}}}"
        .formatted(name, selector);
  }

  /** KEDA sends no labels; other adapters another name. The controller uses all items. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"metricName\":\"s0\",\"metricLabels\":null",
        "\"metricName\":\"\",\"metricLabels\":{}",
        "\"metricName\":\"renamed\",\"metricLabels\":{\"name\":\"other\"}",
        "\"metricName\":\"s0\""
      })
  void itemsThatTheQueryDoesNotDescribeCount(String identity) throws Exception {
    try (LiveServer server = new LiveServer("v1.36.2")) {
      server.add(
          "web",
          2,
          2,
          "maxReplicas: 10, metrics: [%s]"
              .formatted(externalMetric("s0", ", selector: {matchLabels: {name: web}}")),
          "{currentReplicas: 2, desiredReplicas: 2}");
      server.serveText(
          EXTERNAL + "s0",
          "{\"kind\":\"ExternalMetricValueList\",\"apiVersion\":\"external.metrics.k8s.io/v1beta1\","
              + "\"items\":[{%s,\"timestamp\":\"2026-03-01T10:48:44Z\",\"value\":\"17\"}]}"
                  .formatted(identity));
      assertTrue(run(server, "explain", "web").out().contains("from 2 to 4 replicas"));
      assertEquals(4, replayed(server, "web").path("scale").asInt());
      assertEquals(4, decision(server, "web").path("then").asInt());
    }
  }

  private JsonNode decision(LiveServer server, String name) throws IOException {
    Program run = run(server, "preflight", "-o", "json");
    return Json.tree(run.out())
        .path("decisions")
        .valueStream()
        .filter(each -> each.path("autoscaler").asText().equals("shop/" + name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(run.out() + run.err()));
  }

  @Test
  void aMalformedResponseFailsItsMetricOnly() throws Exception {
    try (LiveServer server = new LiveServer("v1.36.2")) {
      server.add(
          "web",
          2,
          2,
          "maxReplicas: 10, metrics: [%s, %s]"
              .formatted(externalMetric("good", ""), externalMetric("bad", "")),
          "{currentReplicas: 2, desiredReplicas: 2}");
      server.serve(
          EXTERNAL + "good",
          "{kind: ExternalMetricValueList, items: [{metricName: good, timestamp:"
              + " '2026-03-01T10:48:44Z', value: '17'}]}");
      server.serve(
          EXTERNAL + "bad",
          "{kind: ExternalMetricValueList, items: [{metricName: bad, timestamp: '2026-03-01"
              + " 10:48:44', value: '7'}]}");
      String failure = "parsing time \"2026-03-01 10:48:44\"";
      Program explained = run(server, "explain", "web");
      assertEquals(0, explained.status(), explained.err());
      assertTrue(explained.out().contains("Measured: 8500m per pod"), explained.out());
      assertTrue(explained.out().contains(failure), explained.out());
      JsonNode replayed = replayed(server, "web");
      assertEquals(4, replayed.path("scale").asInt());
      assertTrue(replayed.path("events").toString().contains("parsing time"), replayed.toString());
      assertEquals("", decision(server, "web").path("problem").asText());
    }
  }

  /** Two metrics of one name: the series of one are among those of the other. */
  @Test
  void overlappingSelectorsAreReplayed() throws Exception {
    try (LiveServer server = new LiveServer("v1.36.2")) {
      server.add(
          "web",
          2,
          2,
          "maxReplicas: 50, metrics: [%s, %s]"
              .formatted(
                  externalMetric("q", ", selector: {matchLabels: {shard: a}}"),
                  externalMetric("q", "")),
          "{currentReplicas: 2, desiredReplicas: 2}");
      server.serve(
          EXTERNAL + "q",
          """
          {kind: ExternalMetricValueList, items: [
            {metricName: q, metricLabels: {shard: a}, value: '10'},
            {metricName: q, metricLabels: {shard: a}, value: '10'}]}""");
      String explained = run(server, "explain", "web").out();
      assertTrue(explained.contains("Measured: 10 per pod on average"), explained);
      assertEquals(
          "[10, 10]",
          replayed(server, "web")
              .at("/status/currentMetrics")
              .valueStream()
              .map(each -> each.at("/external/current/averageValue").asInt())
              .toList()
              .toString());
    }
  }

  @Test
  void customValuesOfPodsThatNoLongerExistAreReplayed() throws Exception {
    try (LiveServer server = new LiveServer("v1.36.2")) {
      server.add(
          "web",
          2,
          2,
          "maxReplicas: 10, metrics: [{type: Pods, pods: {metric: {name: q}, target: {type:"
              + " AverageValue, averageValue: 5}}}]",
          "{currentReplicas: 2, desiredReplicas: 2}");
      String item =
          "{describedObject: {kind: Pod, name: %s}, metric: {name: other}, timestamp:"
              + " '2026-03-01T10:48:44Z', value: '%d'}";
      server.serve(
          CUSTOM + "q",
          "{kind: MetricValueList, apiVersion: custom.metrics.k8s.io/v1beta2, items: [%s, %s, %s]}"
              .formatted(
                  item.formatted("web-0", 4),
                  item.formatted("web-1", 4),
                  item.formatted("web-9", 40)));
      assertTrue(run(server, "explain", "web").out().contains("Measured: 16 per pod"));
      assertEquals(
          16,
          replayed(server, "web").at("/status/currentMetrics/0/pods/current/averageValue").asInt());
    }
  }

  /** Linear: each scale, list and metric is read once. */
  @Test
  void preflightReadsWhatAutoscalersShareOnce() throws Exception {
    int autoscalers = 30;
    try (LiveServer server = new LiveServer("v1.36.2")) {
      IntStream.range(0, autoscalers)
          .forEach(
              i ->
                  server.add(
                      "web-" + i,
                      1,
                      1,
                      "maxReplicas: 10, metrics: [%s]".formatted(externalMetric("q", "")),
                      "{currentReplicas: 1, desiredReplicas: 1}"));
      server.serve(
          EXTERNAL + "q", "{kind: ExternalMetricValueList, items: [{metricName: q, value: '5'}]}");
      Program run = run(server, "preflight");
      assertEquals(0, run.status(), run.out() + run.err());
      assertTrue(
          run.out().contains("0 of 30 would be scaled now, 0 cannot be evaluated"), run.out());
      assertEquals(autoscalers, server.requests("/scale"));
      assertEquals(1, server.requests("/pods"));
      assertEquals(1, server.requests("/horizontalpodautoscalers"));
      assertTrue(server.requests("/apis") <= 3, "discovery is shared");
      assertTrue(server.requests(EXTERNAL + "q") <= autoscalers);
    }
  }

  private static final String AT_ZERO =
      """
      {currentReplicas: 0, desiredReplicas: 0, conditions: [
        {type: AbleToScale, status: 'True', reason: ReadyForNewScale, message: m},
        {type: ScaledToZero, status: 'True', reason: ScaledToZero, message: m}]}""";

  /** The controller of 1.37 scaled the workload to zero; in 1.36 another writer did. */
  @ParameterizedTest
  @CsvSource({"v1.37.2, 1.37, 4, true", "v1.36.2, 1.36, 0, false", "v1.35.1, 1.36, 0, false"})
  void theReleaseOfTheServerApplies(String server, String emulated, int replicas, boolean gate)
      throws Exception {
    try (LiveServer cluster = new LiveServer(server)) {
      cluster.add(
          "web",
          0,
          0,
          "minReplicas: 0, maxReplicas: 10, metrics: [%s]".formatted(externalMetric("q", "")),
          AT_ZERO);
      cluster.serve(
          EXTERNAL + "q", "{kind: ExternalMetricValueList, items: [{metricName: q, value: '20'}]}");
      String explained = run(cluster, "explain", "web").out();
      assertEquals(!gate, explained.contains("by another writer"), explained);
      assertTrue(explained.contains("Computed as Kubernetes " + emulated), explained);
      assertEquals(replicas, decision(cluster, "web").path("then").asInt());
      JsonNode settings =
          Json.tree(run(cluster, "capture", "-o", "json", "web").out()).path("settings");
      assertEquals(emulated, settings.path("kubernetesVersion").asText());
      assertEquals(gate, settings.at("/featureGates/HPAScaleToZero").asBoolean());
      assertEquals(replicas, replayed(cluster, "web").path("scale").asInt());
      assertFalse(
          run(cluster, "explain", "web", "--kubernetes-version", "1.37")
              .out()
              .contains("by another writer"));
    }
  }

  /** Upstream sets ScaledToZero to False at the first scale event of every autoscaler. */
  @ParameterizedTest
  @ValueSource(
      strings = {"ScaledToZero", "FallbackActive", "RolloutInProgress", "ScheduleActive", "DryRun"})
  void onlyTheConditionsOfADecisionAreProblems(String condition) throws Exception {
    try (LiveServer server = new LiveServer("v1.37.2")) {
      server.add(
          "web",
          2,
          2,
          "maxReplicas: 10, metrics: [%s]".formatted(externalMetric("q", "")),
          """
          {currentReplicas: 2, desiredReplicas: 2, conditions: [
            {type: %s, status: 'False', reason: NotSo, message: m}]}"""
              .formatted(condition));
      server.serve(
          EXTERNAL + "q", "{kind: ExternalMetricValueList, items: [{metricName: q, value: '10'}]}");
      assertEquals("", decision(server, "web").path("problem").asText());
    }
  }

  @Test
  void problemsOfTenantsAreWarnings() throws Exception {
    try (LiveServer server = new LiveServer("v1.37.2")) {
      server.add(
          "web",
          2,
          2,
          "maxReplicas: 10, metrics: [%s]".formatted(externalMetric("q", "")),
          "{currentReplicas: 2, desiredReplicas: 2}");
      server.serve(
          EXTERNAL + "q", "{kind: ExternalMetricValueList, items: [{metricName: q, value: '10'}]}");
      server.serve(
          "/apis/autoscaling/v2/horizontalpodautoscalers",
          """
          {kind: HorizontalPodAutoscalerList, items: [
            {metadata: {name: nokind, namespace: shop}, spec: {maxReplicas: 3, metrics: [%1$s],
              scaleTargetRef: {apiVersion: example.com/v1, kind: Nothing, name: x}}},
            {metadata: {name: broken, namespace: shop}, spec: {maxReplicas: many}},
            {metadata: {name: gone-1, namespace: shop}, spec: {maxReplicas: 3, metrics: [%1$s],
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: gone}}},
            {metadata: {name: gone-2, namespace: shop}, spec: {maxReplicas: 3, metrics: [%1$s],
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: gone}}}]}"""
              .formatted(externalMetric("q", "")));
      Program run = run(server, "preflight");
      assertEquals(0, run.status(), run.out() + run.err());
      assertTrue(run.out().matches("(?s).*! warning +autoscalers +shop/nokind .*"), run.out());
      assertTrue(run.out().matches("(?s).*! warning +autoscalers +shop/broken .*"), run.out());
      assertTrue(
          run.out().matches("(?s).*decisions +2 HPAs .*[(]shop/gone-1, shop/gone-2[)]\n.*"),
          run.out());
    }
  }

  /** A status like the spec is not captured; what a resize leaves in effect is. */
  @Test
  void podsThatAreBeingResizedAreCaptured() throws Exception {
    try (LiveServer server = new LiveServer("v1.37.2")) {
      server.add(
          "web",
          2,
          0,
          "maxReplicas: 9, metrics: [{type: Resource, resource: {name: cpu, target: {type:"
              + " Utilization, averageUtilization: 70}}}]",
          "{currentReplicas: 2, desiredReplicas: 2}");
      String pod =
          """
          {metadata: {name: web-%d, namespace: shop, labels: {app: web}},
           spec: {containers: [{name: app, resources: {requests: {cpu: '4'}}}]},
           status: {phase: Running, startTime: '2026-01-01T00:00:00Z', conditions: [
             {type: Ready, status: 'True', lastTransitionTime: '2026-01-01T00:01:00Z'}],
             containerStatuses: [{name: app, image: secret, allocatedResources: {cpu: '%s'},
               resources: {requests: {cpu: '%s'}}}]}}""";
      server.serve(
          "/api/v1/namespaces/shop/pods",
          "{kind: PodList, apiVersion: v1, metadata: {}, items: [%s, %s]}"
              .formatted(pod.formatted(0, 1, 1), pod.formatted(1, 4, 4)));
      String usage =
          "{metadata: {name: web-%d, namespace: shop, labels: {app: web}}, timestamp:"
              + " '2026-03-01T10:48:44Z', window: 30s, containers: [{name: app, usage: {cpu:"
              + " 950m}}]}";
      server.serve(
          "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods",
          "{kind: PodMetricsList, apiVersion: metrics.k8s.io/v1beta1, metadata: {}, items: [%s, %s]}"
              .formatted(usage.formatted(0), usage.formatted(1)));
      String sentence = "1 pod is being resized: 4 cpu requested and 1 in effect";
      String explained = run(server, "explain", "web").out();
      assertTrue(explained.contains(sentence), explained);
      String captured = run(server, "capture", "web").out();
      assertEquals(1, captured.split("containerStatuses", -1).length - 1, captured);
      assertFalse(captured.contains("secret"), captured);
      Program evaluated = Program.run(captured, "evaluate", "--trace", "-f", "-");
      assertTrue(evaluated.out().contains(sentence), evaluated.out());
    }
  }
}
