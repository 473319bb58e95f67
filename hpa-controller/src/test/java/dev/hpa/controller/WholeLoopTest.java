package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.content.ContentType;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The controller against the sandbox over real HTTP and TLS, both in a time that only the test
 * moves.
 */
@Tag("security")
class WholeLoopTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  final List<ReconcileResult> cycles = new CopyOnWriteArrayList<>();
  final ConcurrentLinkedQueue<AuditEvent> audit = new ConcurrentLinkedQueue<>();
  private Path kubeconfig = Path.of("");
  private Sandbox sandbox;
  private SteppedCluster cluster;
  private Components controller;

  @SuppressWarnings("NullAway.Init")
  WholeLoopTest() {}

  /** How the controller under test is set. */
  ControllerOptions options() {
    return ControllerOptions.DEFAULTS;
  }

  /** The content type that the controller under test requests. */
  ContentType contentType() {
    return ContentType.JSON;
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0))
                .withAudit(audit::add));
    cluster = new SteppedCluster(timeline, sandbox);
    kubeconfig = Files.createTempFile("sandbox", ".kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    controller =
        Components.builder(
                ClusterConnection.open(kubeconfig, null, timeline, contentType()),
                timeline,
                options())
            .create();
    controller.loop().onReconcile(cycles::add);
    controller.loop().start();
  }

  @AfterEach
  void stop() throws Exception {
    controller.close();
    sandbox.close();
    timeline.close();
    Files.delete(kubeconfig);
  }

  @Test
  void aWorkloadFollowsItsLoadUpAtOnceAndDownAfterFiveMinutes() throws Exception {
    apply(
        ResourceTypes.DEPLOYMENTS,
        deployment("400m", "requests: {cpu: 200m}, limits: {cpu: 500m}"));
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("web"));

    runUntil(() -> replicas() == 4, Duration.ofMinutes(6));
    run(Duration.ofMinutes(6));
    assertEquals(4, replicas(), "400m over a target of 100m a pod");
    JsonNode status = hpa().path("status");
    assertEquals(4, status.path("currentReplicas").asInt());
    assertEquals("ReadyForNewScale", condition(status, "AbleToScale"));
    assertEquals("ValidMetricFound", condition(status, "ScalingActive"));
    await(
        () ->
            events().stream()
                .anyMatch(
                    message ->
                        message.endsWith(
                            "reason: cpu resource utilization (percentage of request) above target")));

    annotate("100m");
    Instant lowered = timeline.now();
    runUntil(() -> replicas() < 4, Duration.ofMinutes(10));
    assertFalse(
        timeline.now().isBefore(lowered.plus(Duration.ofMinutes(5))),
        "the highest recommendation of five minutes holds the scale-down back");
    runUntil(() -> replicas() == 1, Duration.ofMinutes(10));
  }

  private int unreadable() {
    return controller.loop().watches().stream().mapToInt(Reflector::unreadable).sum();
  }

  private boolean isOddReady() {
    JsonNode pod =
        sandbox.cluster().get(ResourceTypes.PODS, new ObjectKey("default", "odd")).tree();
    for (JsonNode each : pod.path("status").path("conditions")) {
      if (each.path("type").asText().equals("Ready")) {
        return each.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private void startOdd(String time) {
    sandbox
        .cluster()
        .updateStatus(
            ResourceTypes.PODS,
            new ObjectKey("default", "odd"),
            "",
            tree -> {
              tree.withObject("/status").put("startTime", time);
              return tree;
            },
            false);
  }

  @Test
  void nothingIsDecidedByMetricsWhileAPodCannotBeRead() throws Exception {
    assumeTrue(contentType() == ContentType.JSON, "Protobuf cannot express an invalid time");
    apply(ResourceTypes.DEPLOYMENTS, deployment("100m", "requests: {cpu: 200m}"));
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("web"));
    runUntil(
        () -> condition(hpa().path("status"), "ScalingActive").equals("ValidMetricFound"),
        Duration.ofMinutes(3));
    apply(
        ResourceTypes.PODS,
        """
        kind: Pod
        apiVersion: v1
        metadata: {name: odd, labels: {app: web}}
        spec:
          containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]
        """);
    runUntil(this::isOddReady, Duration.ofMinutes(2));
    startOdd("10000-01-01T00:00:00Z");
    await(() -> unreadable() == 1);
    annotate("400m");
    runUntil(
        () -> hpa().path("status").toString().contains("unable to read pod \\\"default/odd\\\""),
        Duration.ofMinutes(2));
    run(Duration.ofMinutes(2));
    assertEquals("FailedGetResourceMetric", condition(hpa().path("status"), "ScalingActive"));
    assertEquals(1, replicas());
    startOdd("2024-01-01T00:00:00Z");
    await(() -> unreadable() == 0);
    runUntil(() -> replicas() > 1, Duration.ofMinutes(5));
  }

  @Test
  void aMissingTargetIsSaidInConditionAndEvent() throws Exception {
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("ghost"));
    runUntil(() -> !cycles.isEmpty(), Duration.ofMinutes(1));
    await(() -> !events().isEmpty());
    assertEquals(List.of("deployments.apps \"ghost\" not found"), events());
    JsonNode able = hpa().path("status").path("conditions").get(0);
    assertEquals("FailedGetScale", able.path("reason").asText());
    assertEquals(
        "the HPA controller was unable to get the target's current scale: deployments.apps"
            + " \"ghost\" not found",
        able.path("message").asText());
  }

  @Test
  void podsWithoutRequestsAreSaidInConditionAndEvent() throws Exception {
    apply(ResourceTypes.DEPLOYMENTS, deployment("100m", ""));
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("web"));
    runUntil(
        () -> events().stream().anyMatch(message -> message.contains("missing request for cpu")),
        Duration.ofMinutes(3));
    assertEquals("FailedGetResourceMetric", condition(hpa().path("status"), "ScalingActive"));
    assertEquals(1, replicas());
  }

  @Test
  void boundsAreKeptWithoutAnyMetric() throws Exception {
    apply(ResourceTypes.DEPLOYMENTS, deployment("0", "requests: {cpu: 200m}"));
    scaleByHand(12);
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("web"));
    runUntil(() -> replicas() == 10, Duration.ofMinutes(1));
    await(() -> !events().isEmpty());
    assertEquals(
        List.of("New size: 10; reason: Current number of replicas above Spec.MaxReplicas"),
        events());
  }

  @Test
  void anAutoscalerIsReconciledOncePerPeriod() throws Exception {
    apply(ResourceTypes.DEPLOYMENTS, deployment("100m", "requests: {cpu: 200m}"));
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("web"));
    runUntil(() -> !cycles.isEmpty(), Duration.ofMinutes(1));
    cycles.clear();
    run(Duration.ofMinutes(5));
    assertTrue(
        cycles.size() >= 18 && cycles.size() <= 21,
        "20 periods in five minutes, but " + cycles.size() + " cycles");
  }

  private void run(Duration duration) throws InterruptedException {
    cluster.run(duration, controller);
  }

  private void runUntil(BooleanSupplier condition, Duration atMost) throws InterruptedException {
    cluster.runUntil(condition, atMost, controller);
  }

  void apply(ResourceType type, String manifest) throws Exception {
    ObjectNode tree = (ObjectNode) new YAMLMapper().readTree(manifest);
    sandbox.cluster().create(type, "default", tree, false);
    if (type.equals(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS)) {
      await(() -> controller.autoscalers().get(new NamespacedName("default", "scaler")) != null);
    }
  }

  static void await(BooleanSupplier condition) {
    SteppedCluster.await(condition);
  }

  static String deployment(String cpu, String resources) {
    return """
        kind: Deployment
        apiVersion: apps/v1
        metadata:
          name: web
          annotations: {sandbox.hpa.dev/cpu: "%s"}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - {name: app, image: web, resources: {%s}}
        """
        .formatted(cpu, resources);
  }

  static String autoscaler(String target) {
    return """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: scaler}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %s}
          minReplicas: 1
          maxReplicas: 10
          metrics:
          - type: Resource
            resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
        """
        .formatted(target);
  }

  private void annotate(String cpu) {
    edit(tree -> tree.withObject("/metadata/annotations").put("sandbox.hpa.dev/cpu", cpu));
  }

  private void scaleByHand(int replicas) {
    edit(tree -> tree.withObject("/spec").put("replicas", replicas));
  }

  private void edit(java.util.function.Consumer<ObjectNode> change) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.DEPLOYMENTS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              change.accept(tree);
              return tree;
            },
            false);
  }

  private JsonNode hpa() {
    return sandbox
        .cluster()
        .get(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new ObjectKey("default", "scaler"))
        .tree();
  }

  private int replicas() {
    return sandbox
        .cluster()
        .get(ResourceTypes.DEPLOYMENTS, new ObjectKey("default", "web"))
        .tree()
        .path("spec")
        .path("replicas")
        .asInt();
  }

  private static String condition(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("reason").asText();
      }
    }
    return "";
  }

  /** Messages of the events about the autoscaler. */
  private List<String> events() {
    return sandbox.cluster().objects(ResourceTypes.EVENTS).in("default").stream()
        .map(StoredObject::tree)
        .filter(
            event ->
                event
                    .path("involvedObject")
                    .path("kind")
                    .asText()
                    .equals("HorizontalPodAutoscaler"))
        .map(event -> event.path("message").asText())
        .toList();
  }
}
