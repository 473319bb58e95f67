package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.plugins.CompiledPlugin;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plug-in that never answers, next to an autoscaler that has nothing to do with it. */
@Tag("security")
class HungProviderTest {

  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration MOMENT = Duration.ofMillis(20);

  private static final String HUNG =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        public String name() { return "hung"; }
        public Set<MetricQuery.Kind> kinds() { return Set.of(MetricQuery.Kind.EXTERNAL_METRIC); }
        public MetricProvider create(ProviderContext context) {
          return queries -> {
            while (true) {
              try {
                Thread.sleep(Long.MAX_VALUE);
              } catch (InterruptedException ignored) {
              }
            }
          };
        }
      }
      """;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Path folder;

  HungProviderTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static String deployment(String name) {
    return """
        kind: Deployment
        apiVersion: apps/v1
        metadata:
          name: %1$s
          annotations: {sandbox.hpa.dev/cpu: "400m"}
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
        metadata: {name: %1$s, annotations: {metrics.hpa.dev/route: external=hung}}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %1$s}
          maxReplicas: 10
          metrics: [%2$s]
        """
        .formatted(name, metric);
  }

  @Test
  void othersAreScaledWithOneWorkerAlone() throws Exception {
    Path plugins = CompiledPlugin.in(folder, "hung", HUNG);
    ProviderConfig config =
        new ProviderConfig(
            plugins,
            Map.of("hung", Map.of("deadline", "1s", "concurrency", "1")),
            List.of(),
            false);
    try (Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, deployment("web"));
      Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, deployment("stuck"));
      Manifests.create(
          sandbox,
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          autoscaler(
              "stuck",
              "{type: External, external: {metric: {name: queue}, target: {type: Value, value: 1}}}"));
      Manifests.create(
          sandbox,
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          autoscaler(
              "web",
              "{type: Resource, resource: {name: cpu, target: {type: Utilization,"
                  + " averageUtilization: 50}}}"));
      ControllerOptions options = ControllerOptions.DEFAULTS.withWorkers(1);
      try (Components controller =
          Components.builder(ClusterConnection.open(kubeconfig, null, timeline), timeline, options)
              .providers(config)
              .create()) {
        controller.loop().start();
        for (int i = 0; i < 120; i++) {
          timeline.advance(STEP);
          while (!controller.loop().awaitIdle(MOMENT)) {
            timeline.advance(MOMENT);
          }
        }
      }
      assertEquals(
          4, object(sandbox, ResourceTypes.DEPLOYMENTS, "web").findPath("replicas").asInt());
      String stuck =
          object(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "stuck")
              .path("status")
              .path("conditions")
              .toString();
      assertTrue(stuck.contains("FailedGetExternalMetric"), stuck);
      assertTrue(stuck.contains("the metrics provider hung"), stuck);
    }
  }

  @Test
  void aFailingFactoryIsCalledOnce() throws Exception {
    String counted = "hpa.test." + folder.getFileName();
    Path plugins =
        CompiledPlugin.in(
            folder,
            "hung",
            HUNG.replace(
                "return queries -> {",
                "System.setProperty(\"%1$s\", Integer.getInteger(\"%1$s\", 0) + 1 + \"\"); if (true)"
                        .formatted(counted)
                    + " throw new IllegalStateException(\"no\"); return queries -> {"));
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            current-context: c
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
            contexts: [{name: c, context: {cluster: c, user: u}}]
            users: [{name: u, user: {}}]
            """);
    ProviderConfig config = new ProviderConfig(plugins, Map.of(), List.of(), false);
    try (ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline)) {
      PluginException refused =
          assertThrows(
              PluginException.class,
              () ->
                  Components.builder(connection, timeline, ControllerOptions.DEFAULTS)
                      .providers(config)
                      .create());
      assertEquals(
          "provider hung (" + plugins.resolve("hung") + "): cannot be created: no",
          refused.getMessage());
    }
    assertEquals("1", System.getProperty(counted));
  }

  private static JsonNode object(Sandbox sandbox, ResourceType type, String name) {
    return sandbox.cluster().get(type, new ObjectKey("default", name)).tree();
  }
}
