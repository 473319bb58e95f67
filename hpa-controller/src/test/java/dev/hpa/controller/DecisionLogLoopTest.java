package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.LogLines;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a whole controller logs of its decisions, against the sandbox in a time the test moves. */
class DecisionLogLoopTest {

  private static final ObjectKey WEB = new ObjectKey("default", "web");

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Logger log = Logger.getLogger("dev.hpa.controller.reconcile");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private Path kubeconfig = Path.of("");
  private Sandbox sandbox;
  private SteppedCluster cluster;

  @SuppressWarnings("NullAway.Init")
  DecisionLogLoopTest() {}

  @BeforeEach
  void start() throws Exception {
    handler.setLevel(Level.ALL);
    log.setLevel(Level.FINE);
    log.addHandler(handler);
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)));
    cluster = new SteppedCluster(timeline, sandbox);
    kubeconfig = Files.createTempFile("sandbox", ".kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    Manifests.create(
        sandbox,
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
    Manifests.create(
        sandbox,
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
    log.removeHandler(handler);
    log.setLevel(null);
    sandbox.close();
    timeline.close();
    Files.delete(kubeconfig);
  }

  @Test
  void scalingsAndDecisionsHaveUpstreamsLines() throws Exception {
    try (Components controller = controller(ControllerOptions.DEFAULTS)) {
      controller.loop().start();
      cluster.run(Duration.ofMinutes(3), controller);
    }
    assertEquals(
        "INFO \"Successfully rescaled\" HPA=\"default/web\" currentReplicas=1 desiredReplicas=4"
            + " reason=\"cpu resource utilization (percentage of request) above target\"",
        first("Successfully rescaled"));
    assertEquals(
        "FINE \"Successfully updated status\" HPA=\"default/web\"",
        first("Successfully updated status"));
    assertTrue(
        first("Proposing desired replicas").contains(" tolerances=\"[down:10.0%, up:10.0%]\""),
        first("Proposing desired replicas"));
    assertTrue(
        first("Decided not to scale").contains(" scaleTarget=\"Deployment/default/web\""),
        first("Decided not to scale"));
    assertEquals("", first("Another writer"), "its own writes are no one else's");
  }

  @Test
  void theBeginAndTheEndOfAModeAreLoggedOnce() throws Exception {
    mode("Paused");
    try (Components controller = controller(ControllerOptions.DEFAULTS)) {
      controller.loop().start();
      cluster.run(Duration.ofMinutes(1), controller);
      mode("DryRun");
      cluster.run(Duration.ofMinutes(1), controller);
      mode("Active");
      cluster.run(Duration.ofMinutes(1), controller);
    }
    assertEquals(
        List.of(
            "Option takes effect Paused",
            "Option takes effect DryRun",
            "Option has no effect any more Paused",
            "Option has no effect any more DryRun"),
        lines.stream()
            .filter(line -> line.contains("Option "))
            .map(line -> line.replaceAll(".*(Option [a-z ]+)\".* condition=\"(\\w+)\".*", "$1 $2"))
            .toList());
  }

  private void mode(String mode) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            WEB,
            "",
            tree -> {
              tree.withObject("/metadata/annotations").put("hpa.dev/mode", mode);
              return tree;
            },
            false);
  }

  @Test
  void aShadowLogsWhatItWouldDo() throws Exception {
    try (Components controller =
        controller(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW))) {
      controller.loop().start();
      cluster.runUntil(() -> !first("Would rescale").isEmpty(), Duration.ofMinutes(5), controller);
    }
    assertEquals("", first("Successfully rescaled"));
    assertTrue(first("Would rescale (shadow mode)").startsWith("FINE "), lines.toString());
  }

  @Test
  void otherWritersAreReported() throws Exception {
    try (Components controller = controller(ControllerOptions.DEFAULTS)) {
      controller.loop().start();
      cluster.run(Duration.ofMinutes(2), controller);
      sandbox
          .cluster()
          .updateStatus(
              ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
              WEB,
              "",
              tree -> {
                tree.withObject("/status").put("desiredReplicas", 9);
                return tree;
              },
              false);
      sandbox
          .cluster()
          .update(
              ResourceTypes.DEPLOYMENTS,
              WEB,
              "",
              tree -> {
                tree.withObject("/spec").put("replicas", 7);
                return tree;
              },
              false);
      cluster.run(Duration.ofMinutes(1), controller);
    }
    assertEquals(
        "WARNING \"Another writer changed the status of an HPA; verify that a single"
            + " controller manages it\" HPA=\"default/web\" fields=\"desiredReplicas\"",
        first("Another writer changed the status"));
    assertTrue(
        first("Another writer changed the replicas").contains(" replicas=7 lastReplicas="),
        lines.toString());
    assertEquals(
        List.of(),
        sandbox.cluster().objects(ResourceTypes.EVENTS).in("default").stream()
            .map(event -> event.tree().path("reason").asText())
            .filter(reason -> reason.endsWith("ByAnotherWriter"))
            .toList());
  }

  private void retarget(String name) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            WEB,
            "",
            tree -> {
              tree.withObject("/spec/scaleTargetRef").put("name", name);
              return tree;
            },
            false);
  }

  private static String unreadable(String end) {
    return "horizontalpodautoscalers \"default/web\": " + end;
  }

  @Test
  void anAutoscalerThatCannotBeReadIsReportedWithTheCauseAndNotAsDeleted() throws Exception {
    try (LogLines watched = LogLines.of("dev.hpa.kube.client.UnreadableObjects");
        Components controller = controller(ControllerOptions.DEFAULTS)) {
      controller.loop().start();
      cluster.run(Duration.ofMinutes(1), controller);
      retarget("w".repeat(1025));
      cluster.run(Duration.ofMinutes(1), controller);
      retarget("web");
      cluster.run(Duration.ofMinutes(1), controller);
      retarget("w".repeat(1025));
      cluster.run(Duration.ofMinutes(1), controller);
      sandbox
          .cluster()
          .delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, WEB, DeleteOptions.DEFAULT);
      cluster.run(Duration.ofMinutes(1), controller);
      String cause =
          unreadable(
              "cannot be read: spec.scaleTargetRef.name has 1025 characters, more than 1024;"
                  + " skipped until it is corrected");
      assertEquals(
          List.of(
              "WARNING " + cause,
              "INFO " + unreadable("readable again"),
              "WARNING " + cause,
              "INFO " + unreadable("deleted")),
          watched.all());
      assertEquals("", first("Horizontal Pod Autoscaler has been deleted"));
    }
  }

  /** The watch is down while the autoscaler changes. */
  @Test
  void anAutoscalerThatAListCannotReadIsNotReportedAsDeleted() throws Exception {
    try (Components controller = controller(ControllerOptions.DEFAULTS)) {
      controller.loop().start();
      cluster.run(Duration.ofMinutes(1), controller);
      sandbox.faults().add(Fault.parse("error:code=503,method=WATCH,path=/apis/autoscaling/v2/**"));
      controller.loop().watches().forEach(Reflector::relist);
      cluster.runUntil(
          () -> controller.loop().autoscalersDownFor().isPositive(),
          Duration.ofMinutes(1),
          controller);
      retarget("w".repeat(1025));
      controller.loop().watches().forEach(Reflector::relist);
      cluster.runUntil(
          () -> controller.autoscalers().isUnreadable(new NamespacedName("default", "web")),
          Duration.ofMinutes(5),
          controller);
      cluster.run(Duration.ofMinutes(1), controller);
      assertEquals("", first("Horizontal Pod Autoscaler has been deleted"));
      sandbox
          .cluster()
          .delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, WEB, DeleteOptions.DEFAULT);
      controller.loop().watches().forEach(Reflector::relist);
      cluster.runUntil(
          () -> !controller.autoscalers().isUnreadable(new NamespacedName("default", "web")),
          Duration.ofMinutes(5),
          controller);
    }
  }

  private String first(String message) {
    return lines.stream().filter(line -> line.contains("\"" + message)).findFirst().orElse("");
  }

  private Components controller(ControllerOptions options) throws Exception {
    return Components.builder(ClusterConnection.open(kubeconfig, null, timeline), timeline, options)
        .create();
  }
}
