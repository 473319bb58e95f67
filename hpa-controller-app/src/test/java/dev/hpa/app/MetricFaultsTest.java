package dev.hpa.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.wiring.Controller;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Metrics APIs that fail, each in its way: the autoscaler that asks says so in upstream's words,
 * and the one beside it is scaled.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MetricFaultsTest {

  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration MOMENT = Duration.ofMillis(5);
  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);
  private static final String RESOURCE_DOWN =
      "failed to get cpu utilization: unable to get metrics for resource cpu: ";
  private static final String EXTERNAL_DOWN = "unable to get external metric default/queue/nil: ";
  private static final String CUSTOM_DOWN = "unable to get metric hits: ";

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Path folder;
  private Sandbox sandbox;
  private Controller controller;

  @SuppressWarnings("NullAway.Init")
  MetricFaultsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)));
    Path kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    for (String name : new String[] {"cpu", "hits", "queue"}) {
      create(ResourceTypes.DEPLOYMENTS, deployment(name));
    }
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler(
            "cpu",
            "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
                + " 50}}}"));
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler(
            "hits",
            "{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue:"
                + " 10}}}"));
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler(
            "queue",
            "{type: External, external: {metric: {name: queue}, target: {type: AverageValue,"
                + " averageValue: 10}}}"));
    sandbox.metrics().set(MetricSeries.parse("external/namespaces/default/queue"), "40");
    controller =
        Controller.create(
            ClusterConnection.open(kubeconfig, null, timeline),
            timeline,
            ControllerOptions.DEFAULTS);
    controller.loop().start();
  }

  @AfterEach
  void stop() {
    controller.close();
    sandbox.close();
    timeline.close();
  }

  private void disturb(String fault, String group) throws Exception {
    if (fault.equals("absent")) {
      EnumSet<MetricsApi> left =
          EnumSet.of(MetricsApi.RESOURCE, MetricsApi.CUSTOM, MetricsApi.EXTERNAL);
      left.removeIf(
          api -> api.toString().equals(group.split("\\.")[0].replace("metrics", "resource")));
      sandbox.metricsApis().serve(left);
    } else {
      String separator = fault.contains(":") ? "," : ":";
      sandbox.faults().add(Fault.parse(fault + separator + "path=/apis/" + group + "/**"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "error:code=403|unable to fetch metrics from resource metrics API: forbidden: a fault on demand",
        "error:code=429,retry-after=1s|the server has received too many requests",
        "error:code=500|Internal error occurred: a fault on demand",
        "error:code=503|the server is currently unable to handle the request",
        "cut|unexpected error when reading response body. Please retry. Original error: ",
        "garbage|couldn't get version/kind; json parse error: ",
        "absent|the server could not find the requested resource (get pods.metrics.k8s.io)"
      })
  void resourceMetricsFailAlone(String fault, String text) throws Exception {
    disturb(fault, "metrics.k8s.io");
    run(Duration.ofSeconds(100));
    assertSaid(RESOURCE_DOWN, text, said("cpu"));
    assertEquals(1, replicas("cpu"));
    assertEquals(4, replicas("hits"));
    assertEquals(4, replicas("queue"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "error:code=403|unable to fetch metrics from custom metrics API: forbidden: a fault on demand",
        "error:code=503|the server is currently unable to handle the request",
        "garbage|unable to fetch metrics from custom metrics API: ",
        "absent|no custom metrics API (custom.metrics.k8s.io) registered"
      })
  void customMetricsFailAlone(String fault, String text) throws Exception {
    disturb(fault, "custom.metrics.k8s.io");
    run(Duration.ofSeconds(100));
    assertSaid(CUSTOM_DOWN, text, said("hits"));
    assertEquals(1, replicas("hits"));
    assertEquals(4, replicas("cpu"));
    assertEquals(4, replicas("queue"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "error:code=403|unable to fetch metrics from external metrics API: forbidden: a fault on demand",
        "error:code=503|the server is currently unable to handle the request",
        "garbage|couldn't get version/kind; json parse error: ",
        "absent|the server could not find the requested resource (get queue.external.metrics.k8s.io)"
      })
  void externalMetricsFailAlone(String fault, String text) throws Exception {
    disturb(fault, "external.metrics.k8s.io");
    run(Duration.ofSeconds(100));
    assertSaid(EXTERNAL_DOWN, text, said("queue"));
    assertEquals(1, replicas("queue"));
    assertEquals(4, replicas("cpu"));
    assertEquals(4, replicas("hits"));
  }

  private static void assertSaid(String prefix, String text, String said) {
    assertTrue(said.startsWith(prefix) && said.contains(text), said);
  }

  private static String deployment(String name) {
    return """
        kind: Deployment
        apiVersion: apps/v1
        metadata:
          name: %1$s
          annotations: {sandbox.hpa.dev/cpu: "400m", sandbox.hpa.dev/metric.hits: "40"}
        spec:
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              containers:
              - {name: app, image: web, resources: {requests: {cpu: 200m}}}
        """
        .formatted(name);
  }

  private static String autoscaler(String name, String metric) {
    return """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: %1$s}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %1$s}
          maxReplicas: 10
          metrics: [%2$s]
        """
        .formatted(name, metric);
  }

  private void run(Duration duration) throws InterruptedException {
    for (Duration gone = Duration.ZERO; gone.compareTo(duration) < 0; gone = gone.plus(STEP)) {
      timeline.advance(STEP);
      while (!controller.loop().awaitIdle(MOMENT)) {
        timeline.advance(HALF_A_SECOND);
      }
    }
  }

  private void create(ResourceType type, String manifest) throws Exception {
    sandbox
        .cluster()
        .create(type, "default", new YAMLMapper().readValue(manifest, ObjectNode.class), false);
  }

  private JsonNode object(ResourceType type, String name) {
    return sandbox.cluster().get(type, new ObjectKey("default", name)).tree();
  }

  private int replicas(String name) {
    return object(ResourceTypes.DEPLOYMENTS, name).path("spec").path("replicas").asInt();
  }

  /** What the autoscaler says about its metric. */
  private String said(String name) {
    for (JsonNode condition :
        object(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, name).path("status").path("conditions")) {
      if (condition.path("type").asText().equals("ScalingActive")) {
        return condition
            .path("message")
            .asText()
            .replace("the HPA was unable to compute the replica count: ", "");
      }
    }
    return "";
  }
}
