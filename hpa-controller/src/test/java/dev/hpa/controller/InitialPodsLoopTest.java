package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.content.ContentType;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A start while the second of two pages of pods cannot be read. */
class InitialPodsLoopTest {

  /** With the pods of the other namespace this is more than one page. */
  private static final int PODS_OF_LATE = 2495;

  private static final int PODS_OF_EARLY = 10;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final List<ReconcileResult> results = new CopyOnWriteArrayList<>();
  private Path kubeconfig;
  private Sandbox sandbox;
  private SteppedCluster cluster;
  private Components controller;
  private Thread start;

  @SuppressWarnings("NullAway.Init")
  InitialPodsLoopTest() {}

  private void fill() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)));
    cluster = new SteppedCluster(timeline, sandbox);
    kubeconfig = Files.createTempFile("sandbox", ".kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    workload("early", PODS_OF_EARLY);
    workload("late", PODS_OF_LATE);
    cluster.run(Duration.ofMinutes(2));
    assertEquals(
        PODS_OF_EARLY + PODS_OF_LATE, sandbox.cluster().objects(ResourceTypes.PODS).size());
  }

  @AfterEach
  void stop() throws Exception {
    controller.close();
    start.interrupt();
    start.join();
    sandbox.close();
    timeline.close();
    Files.delete(kubeconfig);
  }

  private void workload(String namespace, int pods) throws Exception {
    sandbox
        .cluster()
        .create(
            ResourceTypes.NAMESPACES,
            "",
            (ObjectNode) new YAMLMapper().readTree("metadata: {name: %s}".formatted(namespace)),
            false);
    Manifests.create(
        sandbox,
        ResourceTypes.DEPLOYMENTS,
        namespace,
        """
        metadata:
          name: web
          annotations: {sandbox.hpa.dev/cpu: %dm}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]
        """
            .formatted(100 * pods, pods));
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        namespace,
        """
        metadata: {name: scaler}
        spec:
          maxReplicas: 5000
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          metrics:
          - type: Resource
            resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
        """);
  }

  private void start(ControllerOptions options, ContentType content) throws Exception {
    fill();
    sandbox
        .faults()
        .add(Fault.parse("error:code=500,path=/api/v1/pods,method=GET,first=2,every=2"));
    controller =
        Components.builder(
                ClusterConnection.open(kubeconfig, null, timeline, content), timeline, options)
            .create();
    controller.loop().onReconcile(results::add);
    start =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    controller.loop().start();
                  } catch (InterruptedException closing) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  private List<String> namespaces() {
    return results.stream().map(each -> each.hpa().metadata().namespaceOrEmpty()).toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "PROTOBUF"})
  void decidesNamespacesWhosePodsAreComplete(ContentType content) throws Exception {
    start(ControllerOptions.DEFAULTS.withSpreadStart(true), content);
    SteppedCluster.await(() -> !results.isEmpty());
    assertEquals(List.of("early"), namespaces());
    assertTrue(controller.loop().isStarting());
    cluster.runUntil(() -> namespaces().contains("late"), Duration.ofMinutes(1), controller);
    assertFalse(controller.loop().isStarting());
    assertEquals(PODS_OF_EARLY, desired("early"));
    assertEquals(PODS_OF_LATE, desired("late"));
  }

  /** Without staggering decisions begin as in kube-controller-manager, with all pods. */
  @Test
  void waitsForAllPodsWithoutStaggering() throws Exception {
    start(ControllerOptions.DEFAULTS, ContentType.JSON);
    SteppedCluster.await(() -> sandbox.faults().all().getFirst().injected() > 0);
    cluster.settle(controller);
    assertEquals(List.of(), namespaces());
    cluster.runUntil(() -> namespaces().size() == 2, Duration.ofMinutes(1), controller);
  }

  private int desired(String namespace) {
    return sandbox
        .cluster()
        .get(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new ObjectKey(namespace, "scaler"))
        .tree()
        .at("/status/desiredReplicas")
        .asInt();
  }
}
