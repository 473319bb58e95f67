package dev.hpa.app;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.shadow.Shadow;
import dev.hpa.app.wiring.Controller;
import dev.hpa.core.Settings;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
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
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A controller in the shadow of another, both against the sandbox in a time the test moves. */
class ShadowLoopTest {

  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration MOMENT = Duration.ofMillis(20);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private Path kubeconfig = Path.of("");
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  ShadowLoopTest() {}

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)));
    kubeconfig = Files.createTempFile("sandbox", ".kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    apply(
        ResourceTypes.DEPLOYMENTS,
        """
        kind: Deployment
        apiVersion: apps/v1
        metadata: {name: web, namespace: default, annotations: {sandbox.hpa.dev/cpu: "400m"}}
        spec:
          replicas: 1
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - name: web
                image: web
                resources: {requests: {cpu: 200m}, limits: {cpu: 500m}}
        """);
    apply(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: web, namespace: default}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          minReplicas: 1
          maxReplicas: 10
          metrics:
          - type: Resource
            resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
          behavior:
            scaleDown:
              stabilizationWindowSeconds: 60
              policies: [{type: Pods, value: 1, periodSeconds: 60}]
        """);
  }

  @AfterEach
  void stop() throws Exception {
    sandbox.close();
    timeline.close();
    Files.delete(kubeconfig);
  }

  @Test
  void agreesWithAControllerThatDecidesAlikeAndWritesNothing() throws Exception {
    try (Controller acting = controller(ControllerOptions.DEFAULTS);
        Controller shadowing = controller(ControllerOptions.DEFAULTS.asShadow())) {
      acting.loop().start();
      run(Duration.ofSeconds(7), acting);
      shadowing.loop().start();
      run(Duration.ofMinutes(6), acting, shadowing);
      annotate("100m");
      run(Duration.ofMinutes(9), acting, shadowing);
      Shadow shadow = shadowOf(shadowing);
      assertAll(
          () -> assertEquals(0, shadow.differing(), () -> "differs: " + shadow.differingNow()),
          () -> assertTrue(shadow.agreeing() > 30, () -> shadow.agreeing() + " agreed"),
          () -> assertEquals(1, replicas()));
    }
  }

  @Test
  void writesNothingEvenWhereNobodyElseActs() throws Exception {
    try (Controller shadowing = controller(ControllerOptions.DEFAULTS.asShadow())) {
      shadowing.loop().start();
      run(Duration.ofMinutes(2), shadowing);
      assertAll(
          () -> assertEquals(1, replicas()),
          () -> assertTrue(hpa().path("status").path("conditions").isMissingNode()),
          () -> assertEquals(List.of(), eventsAboutAutoscalers()));
    }
  }

  @Test
  void tellsWhereTheOtherDecidesOtherwise() throws Exception {
    Settings usual = Settings.DEFAULTS;
    ControllerOptions numb =
        ControllerOptions.DEFAULTS.withSettings(
            new Settings(
                9,
                usual.downscaleStabilization(),
                usual.cpuInitializationPeriod(),
                usual.initialReadinessDelay(),
                usual.scaleToZero(),
                usual.configurableTolerance(),
                usual.podLevelResources(),
                usual.differences()));
    try (Controller acting = controller(numb);
        Controller shadowing = controller(ControllerOptions.DEFAULTS.asShadow())) {
      acting.loop().start();
      shadowing.loop().start();
      run(Duration.ofMinutes(6), acting, shadowing);
      Shadow shadow = shadowOf(shadowing);
      assertAll(
          () -> assertEquals(1, replicas()),
          () -> assertEquals(Set.of("default/web"), shadow.differingNow()),
          () -> assertTrue(shadow.differing() > 5, () -> shadow.differing() + " differed"));
    }
  }

  private Controller controller(ControllerOptions options) throws Exception {
    return Controller.create(ClusterConnection.open(kubeconfig, null, timeline), timeline, options);
  }

  private static Shadow shadowOf(Controller controller) {
    Shadow shadow = controller.loop().shadow();
    assertNotNull(shadow);
    return shadow;
  }

  private void run(Duration duration, Controller... controllers) throws Exception {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      timeline.advance(STEP);
      for (Controller each : controllers) {
        while (!each.loop().awaitIdle(MOMENT)) {
          timeline.advance(MOMENT);
        }
      }
      for (Controller each : controllers) {
        awaitSeen(each);
      }
    }
  }

  /** The watch of the autoscaler crosses the network while the cluster's time stands still. */
  private void awaitSeen(Controller controller) {
    String stored = hpa().path("metadata").path("resourceVersion").asText();
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!stored.equals(revisionIn(controller))) {
      assertTrue(System.nanoTime() < end, "not seen within twenty seconds");
      Thread.onSpinWait();
    }
  }

  private static String revisionIn(Controller controller) {
    HorizontalPodAutoscaler hpa = controller.autoscalers().get("default/web");
    return hpa == null ? "" : String.valueOf(hpa.metadata().resourceVersion());
  }

  private void apply(ResourceType type, String yaml) throws Exception {
    sandbox.cluster().create(type, "default", (ObjectNode) new YAMLMapper().readTree(yaml), false);
  }

  private void annotate(String cpu) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.DEPLOYMENTS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              tree.withObject("/metadata/annotations").put("sandbox.hpa.dev/cpu", cpu);
              return tree;
            },
            false);
  }

  private StoredObject stored(ResourceType type) {
    return sandbox.cluster().get(type, new ObjectKey("default", "web"));
  }

  private List<ObjectNode> eventsAboutAutoscalers() {
    return sandbox.cluster().objects(ResourceTypes.EVENTS).in("default").stream()
        .map(StoredObject::tree)
        .filter(
            event -> event.at("/involvedObject/kind").asText().equals("HorizontalPodAutoscaler"))
        .toList();
  }

  private ObjectNode hpa() {
    return stored(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).tree();
  }

  private int replicas() {
    return stored(ResourceTypes.DEPLOYMENTS).tree().path("spec").path("replicas").asInt();
  }
}
