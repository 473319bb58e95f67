package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Metrics APIs that fail, each in its way: the autoscaler that asks says so in upstream's words,
 * and those beside it are scaled.
 */
class MetricFaultsTest {

  /** Short, because work that takes real time would otherwise appear slow. */
  private static final Duration STEP = Duration.ofMillis(500);

  private static final int STEPS = 1200;
  private static final Duration MOMENT = Duration.ofMillis(20);

  /** Far enough off for every fault to have its own say. */
  private static final String PATIENT = "1h";

  private static final String HURRIED = "30s";

  /** An API, the autoscaler that depends on it, and the prefix of its failure message. */
  enum Api {
    RESOURCE(
        "metrics.k8s.io",
        "resource-metrics",
        "cpu",
        "failed to get cpu utilization: unable to get metrics for resource cpu: "),
    CUSTOM("custom.metrics.k8s.io", "custom-metrics", "hits", "unable to get metric hits: "),
    EXTERNAL(
        "external.metrics.k8s.io",
        "external-metrics",
        "queue",
        "unable to get external metric default/queue/nil: ");

    final String group;
    final String provider;
    final String autoscaler;
    final String prefix;

    Api(String group, String provider, String autoscaler, String prefix) {
      this.group = group;
      this.provider = provider;
      this.autoscaler = autoscaler;
      this.prefix = prefix;
    }
  }

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Path folder;
  private Sandbox sandbox;

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
      Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, deployment(name));
    }
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler(
            "cpu",
            "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
                + " 50}}}"));
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler(
            "hits",
            "{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue:"
                + " 10}}}"));
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler(
            "queue",
            "{type: External, external: {metric: {name: queue}, target: {type: AverageValue,"
                + " averageValue: 10}}}"));
    sandbox.metrics().set(MetricSeries.parse("external/namespaces/default/queue"), "40");
  }

  private Components controller(Map<String, String> deadlines) throws Exception {
    Map<String, Map<String, String>> settings = new HashMap<>();
    for (Api api : Api.values()) {
      settings.put(api.provider, Map.of("deadline", deadlines.getOrDefault(api.provider, PATIENT)));
    }
    return Components.builder(
            ClusterConnection.open(folder.resolve("kubeconfig"), null, timeline),
            timeline,
            ControllerOptions.DEFAULTS)
        .providers(new ProviderConfig(null, settings, List.of(), false))
        .create();
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
  }

  private void disturb(Api api, String fault) throws Exception {
    if (fault.equals("absent")) {
      EnumSet<MetricsApi> others = EnumSet.allOf(MetricsApi.class);
      others.removeAll(MetricsApi.parseAll(api.name().toLowerCase(Locale.ROOT)));
      sandbox.metricsApis().serve(others);
    } else {
      String separator = fault.contains(":") ? "," : ":";
      sandbox.faults().add(Fault.parse(fault + separator + "path=/apis/" + api.group + "/**"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RESOURCE|error:code=403|unable to fetch metrics from resource metrics API: forbidden: an"
            + " injected fault",
        "RESOURCE|error:code=429,retry-after=1s|the server has received too many requests",
        "RESOURCE|error:code=500|Internal error occurred: an injected fault",
        "RESOURCE|error:code=503|the server is currently unable to handle the request",
        "RESOURCE|truncate|unexpected error when reading response body. Please retry. Original error: ",
        "RESOURCE|corrupt|couldn't get version/kind; json parse error: ",
        "RESOURCE|reset|unable to fetch metrics from resource metrics API: Get \"https://",
        "RESOURCE|latency:delay=1h|the metrics provider resource-metrics did not answer within 30s",
        "RESOURCE|absent|the server could not find the requested resource (get pods.metrics.k8s.io)",
        "CUSTOM|error:code=403|unable to fetch metrics from custom metrics API: forbidden: an"
            + " injected fault",
        "CUSTOM|error:code=503|the server is currently unable to handle the request",
        "CUSTOM|corrupt|unable to fetch metrics from custom metrics API: ",
        "CUSTOM|reset|unable to fetch metrics from custom metrics API: Get \"https://",
        "CUSTOM|latency:delay=1h|the metrics provider custom-metrics did not answer within 30s",
        "CUSTOM|absent|no custom metrics API (custom.metrics.k8s.io) registered",
        "EXTERNAL|error:code=403|unable to fetch metrics from external metrics API: forbidden: an"
            + " injected fault",
        "EXTERNAL|error:code=503|the server is currently unable to handle the request",
        "EXTERNAL|corrupt|couldn't get version/kind; json parse error: ",
        "EXTERNAL|reset|unable to fetch metrics from external metrics API: Get \"https://",
        "EXTERNAL|latency:delay=1h|the metrics provider external-metrics did not answer within 30s",
        "EXTERNAL|absent|the server could not find the requested resource (get"
            + " queue.external.metrics.k8s.io)"
      })
  void oneApiFailsAlone(Api api, String fault, String text) throws Exception {
    disturb(api, fault);
    Set<String> messages = new LinkedHashSet<>();
    Components controller =
        controller(fault.startsWith("latency") ? Map.of(api.provider, HURRIED) : Map.of());
    try {
      controller.loop().start();
      for (int i = 0;
          i < STEPS && !(areOthersScaled(api) && isReported(messages, api, text));
          i++) {
        step(controller);
        messages.add(said(api.autoscaler));
      }
    } finally {
      close(controller);
    }
    assertTrue(isReported(messages, api, text), messages.toString());
    for (Api each : Api.values()) {
      assertEquals(each == api ? 1 : 4, replicas(each.autoscaler), each.autoscaler);
    }
  }

  private static boolean isReported(Set<String> messages, Api api, String text) {
    return messages.stream().anyMatch(each -> each.startsWith(api.prefix) && each.contains(text));
  }

  private boolean areOthersScaled(Api api) {
    return EnumSet.complementOf(EnumSet.of(api)).stream()
        .allMatch(other -> replicas(other.autoscaler) == 4);
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

  /** Time passes; but only little while there is work, or what was written is not yet heard. */
  private void step(Components controller) throws InterruptedException {
    timeline.advance(STEP);
    long end = System.nanoTime() + MOMENT.toNanos();
    while (!isCalm(controller) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Advances the clock, because a backoff after a conflict would otherwise block close(). */
  private void close(Components controller) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> closing = threads.submit(controller::close);
      while (!closing.isDone()) {
        timeline.advance(STEP);
        Thread.onSpinWait();
      }
      closing.get();
    }
  }

  private boolean isCalm(Components controller) throws InterruptedException {
    return controller.loop().awaitIdle(MOMENT)
        && isHearing(controller)
        && stored().equals(seen(controller));
  }

  private static boolean isHearing(Components controller) {
    return controller.loop().watches().stream().allMatch(Reflector::isInStep);
  }

  /** The revisions of the autoscalers in the cluster. */
  private Set<String> stored() {
    return sandbox
        .cluster()
        .objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS)
        .in("default")
        .stream()
        .map(each -> each.tree().at("/metadata/resourceVersion").asText())
        .collect(Collectors.toSet());
  }

  /** The revisions the controller knows. */
  private static Set<String> seen(Components controller) {
    return controller.autoscalers().all().stream()
        .map(each -> String.valueOf(each.metadata().resourceVersion()))
        .collect(Collectors.toSet());
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
