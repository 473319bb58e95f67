package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.content.ContentType;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A whole controller with a server of either version of {@code metrics.k8s.io}, or of both. */
class ResourceMetricsVersionsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final Pattern PODS =
      Pattern.compile("/apis/metrics[.]k8s[.]io/(v[^/]+)/namespaces/default/pods.*");

  private static final String DEPLOYMENT =
      """
      kind: Deployment
      apiVersion: apps/v1
      metadata:
        name: web
        annotations: {sandbox.hpa.dev/cpu: "400m"}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: web, resources: {requests: {cpu: 200m}}}
      """;

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata: {name: web}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        maxReplicas: 10
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
      """;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-09-01T00:00:00Z"));
  private final ConcurrentLinkedQueue<AuditEvent> audit = new ConcurrentLinkedQueue<>();
  private final Path kubeconfig;
  private Sandbox sandbox;
  private SteppedCluster clock;

  @SuppressWarnings("NullAway.Init")
  ResourceMetricsVersionsTest(@TempDir Path folder) {
    this.kubeconfig = folder.resolve("kubeconfig");
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withAudit(audit::add)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)));
    clock = new SteppedCluster(timeline, sandbox);
    sandbox.writeKubeconfig(kubeconfig);
    Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT);
    Manifests.create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER);
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
  }

  private Components controller(ContentType contentType, Map<String, String> settings)
      throws Exception {
    ProviderConfig providers =
        new ProviderConfig(null, Map.of("resource-metrics", settings), List.of(), false);
    Components controller =
        Components.builder(
                ClusterConnection.open(kubeconfig, null, timeline, contentType),
                timeline,
                ControllerOptions.defaults(KubernetesVersion.V1_37))
            .providers(providers)
            .create();
    controller.loop().start();
    return controller;
  }

  private void serve(String apis) {
    sandbox.metricsApis().serve(MetricsApi.parseAll(apis));
  }

  private int replicas() {
    return Objects.requireNonNull(
            sandbox.cluster().find(ResourceTypes.DEPLOYMENTS, new ObjectKey("default", "web")))
        .tree()
        .at("/spec/replicas")
        .asInt();
  }

  /** The message of the condition ScalingActive if it is False; otherwise empty. */
  private String failure() {
    JsonNode conditions =
        Objects.requireNonNull(
                sandbox
                    .cluster()
                    .find(
                        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new ObjectKey("default", "web")))
            .tree()
            .at("/status/conditions");
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals("ScalingActive")
          && condition.path("status").asText().equals("False")) {
        return condition.path("message").asText();
      }
    }
    return "";
  }

  /** The versions of the lists of pods with a status since the audit events were cleared. */
  private Set<String> versions(int code) {
    return audit.stream()
        .filter(event -> event.code() == code)
        .map(event -> PODS.matcher(event.requestUri()))
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    "resource/v1, JSON, v1",
    "resource/v1, PROTOBUF, v1",
    "resource/v1beta1, JSON, v1beta1",
    "resource/v1beta1, PROTOBUF, v1beta1",
    "resource, JSON, v1",
    "resource, PROTOBUF, v1",
  })
  void scalesWithTheFirstServedVersion(String served, ContentType contentType, String version)
      throws Exception {
    serve(served);
    try (Components controller = controller(contentType, Map.of())) {
      clock.runUntil(() -> replicas() == 4, LONG, controller);
    }
    assertEquals(Set.of(version), versions(200));
    assertEquals(Set.of(), versions(404));
  }

  @Test
  void theSettingSelectsTheVersion() throws Exception {
    try (Components controller = controller(ContentType.JSON, Map.of("api-versions", "v1beta1"))) {
      clock.runUntil(() -> replicas() == 4, LONG, controller);
    }
    assertEquals(Set.of("v1beta1"), versions(200));
  }

  @Test
  void anotherVersionIsRejectedAtTheStart() {
    assertEquals(
        "provider resource-metrics (built in): setting api-versions: \"v2\" is not a list of"
            + " versions; use one or both of v1, v1beta1",
        assertThrows(
                PluginException.class,
                () -> controller(ContentType.JSON, Map.of("api-versions", "v2")))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "resource/v1beta1, resource, v1, PT1H1M",
    "resource/v1beta1, resource/v1, v1, PT16S",
    "resource, resource/v1beta1, v1beta1, PT16S",
    "resource/v1, resource/v1beta1, v1beta1, PT16S",
    "resource/v1, resource, v1, PT16S",
  })
  void changedVersionsAreNoticedWithoutAFailure(
      String before, String after, String version, Duration noticed) throws Exception {
    serve(before);
    try (Components controller = controller(ContentType.PROTOBUF, Map.of())) {
      clock.runUntil(() -> replicas() == 4, LONG, controller);
      clock.run(MINUTE, controller);
      assertEquals("", failure());
      serve(after);
      Instant end = timeline.now().plus(noticed);
      while (timeline.now().isBefore(end)) {
        clock.step(controller);
        assertEquals("", failure());
      }
      audit.clear();
      clock.run(MINUTE, controller);
      assertEquals(Set.of(version), versions(200));
      assertEquals("", failure());
    }
  }

  @Test
  void aMissingApiIsReportedAsByUpstreamAndReadAgain() throws Exception {
    serve("resource/v1beta1");
    try (Components controller = controller(ContentType.JSON, Map.of())) {
      clock.runUntil(() -> replicas() == 4, LONG, controller);
      serve("");
      clock.runUntil(() -> !failure().isEmpty(), MINUTE, controller);
      assertEquals(
          "the HPA was unable to compute the replica count: failed to get cpu utilization: unable"
              + " to get metrics for resource cpu: unable to fetch metrics from resource metrics"
              + " API: the server could not find the requested resource (get pods.metrics.k8s.io)",
          failure());
      serve("resource/v1");
      clock.runUntil(() -> failure().isEmpty(), MINUTE, controller);
    }
  }

  /** KEP-5207: the APIService of v1 remains after metrics-server was downgraded. */
  @ParameterizedTest
  @CsvSource({"404", "503"})
  void aStaleServiceOfTheNewVersionDoesNotFailSyncs(int code) throws Exception {
    try (Components controller = controller(ContentType.JSON, Map.of())) {
      clock.runUntil(() -> replicas() == 4, LONG, controller);
      clock.run(MINUTE, controller);
      sandbox.faults().add(Fault.parse("error:code=" + code + ",path=/apis/metrics.k8s.io/v1/**"));
      audit.clear();
      for (int i = 0; i < MINUTE.toSeconds(); i++) {
        clock.step(controller);
        assertEquals("", failure());
      }
      assertEquals(Set.of("v1"), versions(code));
      assertEquals(Set.of("v1beta1"), versions(200));
    }
  }
}
