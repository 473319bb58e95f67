package dev.hpa.cli.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.app.serving.PageResponse;
import dev.hpa.app.serving.Pages;
import dev.hpa.cli.Program;
import dev.hpa.controller.Manifests;
import dev.hpa.controller.plugins.CompiledPlugin;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explain and capture in a cluster whose pods have run for 10 minutes. */
class ExplainCommandTest {

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        namespace: default
        annotations: {sandbox.hpa.dev/cpu: "400m", owner: "secret-team"}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: app
              image: private.image/web
              env: [{name: PASSWORD, value: hunter2}]
              resources: {requests: {cpu: 200m}}
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: default, annotations: {owner: secret-team, hpa.dev/rollout: Compensate}}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        maxReplicas: 10
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
      """;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
  private final Path folder;
  private Path kubeconfig = Path.of("");
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  ExplainCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void start() throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT);
    Manifests.create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER);
    for (int i = 0; i < 40; i++) {
      timeline.advance(Duration.ofSeconds(15));
    }
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
  }

  @Test
  void aLiveAutoscalerIsExplainedFromTheCluster() {
    Program run = Program.run("", "explain", "--kubeconfig", kubeconfig.toString(), "default/web");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("default/web at "), run.out());
    assertTrue(run.out().contains(": from 2 to 4 replicas"), run.out());
    assertTrue(run.out().contains("Measured: 100 % utilization, 200m per pod"), run.out());
    assertTrue(run.out().contains("recommendation history"), run.out());
  }

  @Test
  void aRightThatOnlyTheControllerLacksIsNamed() throws Exception {
    sandbox
        .cluster()
        .updateStatus(
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              tree.withObject("/status")
                  .putArray("conditions")
                  .addObject()
                  .put("type", "ScalingActive")
                  .put("status", "False")
                  .put("lastTransitionTime", "2026-01-01T00:00:00Z")
                  .put("reason", "FailedGetResourceMetric")
                  .put(
                      "message",
                      "pods.metrics.k8s.io is forbidden: User"
                          + " \"system:serviceaccount:kube-system:hpa\" cannot list resource"
                          + " \"pods\" in API group \"metrics.k8s.io\" in the namespace"
                          + " \"default\"");
              return tree;
            },
            false);
    Program run = Program.run("", "explain", "--kubeconfig", kubeconfig.toString(), "default/web");
    assertTrue(run.out().contains(": from 2 to 4 replicas"), run.out());
    assertTrue(
        run.out()
            .contains(
                "\nThe controller lacks a permission (condition ScalingActive): grant"
                    + " \"system:serviceaccount:kube-system:hpa\" to list pods of metrics.k8s.io in"
                    + " the namespace \"default\"."),
        run.out());
  }

  @Test
  void captureContainsNoPrivateDataAndGivesTheSameDecision() throws Exception {
    Program captured =
        Program.run("", "capture", "--kubeconfig", kubeconfig.toString(), "default/web");
    assertEquals(0, captured.status(), captured.err());
    for (String hidden : new String[] {"PASSWORD", "hunter2", "private.image", "secret-team"}) {
      assertFalse(captured.out().contains(hidden), captured.out());
    }
    assertTrue(
        captured.out().contains("annotations:\n            hpa.dev/rollout: Compensate\n"),
        captured.out());
    Path file = folder.resolve("web.yaml");
    Files.writeString(file, captured.out());
    Program evaluated = Program.run("", "evaluate", "-o", "json", "-f", file.toString());
    assertEquals(4, Json.tree(evaluated.out()).findPath("scale").asInt(), evaluated.out());
  }

  @Test
  void controllerFlagsApplyAndAreCaptured() {
    Program captured =
        Program.run(
            "",
            "capture",
            "-o",
            "json",
            "--kubeconfig",
            kubeconfig.toString(),
            "--horizontal-pod-autoscaler-tolerance=2",
            "--horizontal-pod-autoscaler-upscale-delay=3m",
            "default/web");
    JsonNode settings = Json.tree(captured.out()).path("settings");
    assertEquals(
        "{\"kubernetesVersion\":\"1.37\",\"tolerance\":2,\"featureGates\":{\"HPAScaleToZero\":true,"
            + "\"HPAConfigurableTolerance\":true,\"PodLevelResources\":true,"
            + "\"HPAGeneration\":true},"
            + "\"upscaleDelay\":\"3m0s\"}",
        Json.text(settings));
  }

  private static final String BACKLOG =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        public String name() { return "backlog"; }
        public Set<MetricQuery.Kind> kinds() { return Set.of(MetricQuery.Kind.EXTERNAL_METRIC); }
        public MetricProvider create(ProviderContext context) {
          return queries -> {
            Map<MetricQuery, MetricResult> results = new HashMap<>();
            queries.forEach(query -> results.put(query, MetricReading.Series.of(List.of(40_000L, 20_000L))));
            return results;
          };
        }
      }
      """;

  /** An HPA at an external metric of a Deployment with 3 pods. */
  private void createJobs(String metric) throws Exception {
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: jobs, namespace: default}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
          maxReplicas: 10
          metrics:
          - type: External
            external:
              target: {type: AverageValue, averageValue: 10}
              metric:
        """
            + metric.indent(8));
    Manifests.create(
        sandbox,
        ResourceTypes.DEPLOYMENTS,
        DEPLOYMENT.replace(" web", " worker").replace("replicas: 2", "replicas: 3"));
    timeline.advance(Duration.ofSeconds(15));
  }

  /** The flags with a plug-in that is compiled from its source. */
  private String[] plugin(String source) throws Exception {
    return new String[] {
      "--kubeconfig",
      kubeconfig.toString(),
      "--plugin-dir",
      CompiledPlugin.in(folder, "backlog", source).toString(),
      "--metric-route",
      "external=backlog"
    };
  }

  /** 6 pods with 10 jobs each: the values of the plug-in, with or without it. */
  @Test
  void plugInResultsAreUsedAndCaptured() throws Exception {
    createJobs(
        """
        name: Jobs
        selector:
          matchExpressions:
          - {key: queue, operator: In, values: [a, b]}
          - {key: done, operator: DoesNotExist}
        """);
    String[] flags = plugin(BACKLOG);
    Program explained = Program.run("", with(flags, "explain", "default/jobs"));
    assertEquals(0, explained.status(), explained.err());
    assertTrue(explained.out().contains(": from 3 to 6 replicas"), explained.out());
    Program captured = Program.run("", with(flags, "capture", "default/jobs"));
    Path file = Files.writeString(folder.resolve("jobs.yaml"), captured.out());
    Program evaluated = Program.run("", "evaluate", "-o", "json", "-f", file.toString());
    assertEquals(6, Json.tree(evaluated.out()).findPath("scale").asInt(), evaluated.out());
    Program unknown =
        Program.run(
            "",
            "explain",
            "--kubeconfig",
            kubeconfig.toString(),
            "--metric-route",
            "external=backlog",
            "default/jobs");
    assertEquals(ExitStatus.USAGE_ERROR, unknown.status());
    assertTrue(unknown.err().contains("no metrics provider is named backlog"), unknown.err());
  }

  /** The message of a plug-in's failure is that of the autoscaler's condition. */
  @Test
  void failuresOfPlugInsAreThoseOfTheController() throws Exception {
    createJobs("name: jobs\n");
    String failing =
        BACKLOG.replace(
            "MetricReading.Series.of(List.of(40_000L, 20_000L))",
            "new MetricFailure(MetricFailure.Category.SOURCE_FAILED, \"the queue is down\")");
    String[] flags = plugin(failing);
    Program explained = Program.run("", with(flags, "explain", "default/jobs"));
    assertEquals(0, explained.status(), explained.err());
    assertTrue(
        explained
            .out()
            .contains("unable to get external metric default/jobs/nil: the queue is down"),
        explained.out());
  }

  private static String[] with(String[] flags, String command, String name) {
    return Stream.of(Stream.of(command), Stream.of(flags), Stream.of(name))
        .flatMap(each -> each)
        .toArray(String[]::new);
  }

  @Test
  void runningControllerReturnsItsState() throws Exception {
    ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
    AtomicBoolean leading = new AtomicBoolean();
    try (Components controller =
            Components.builder(connection, timeline, ControllerOptions.DEFAULTS).create();
        DebugServer server =
            DebugServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                controller.inspector(),
                leading::get,
                timeline)) {
      Program early =
          Program.run("", "explain", "--controller", server.address().toString(), "default/web");
      assertEquals(
          "hpa: the controller at %s: this replica is on standby, and another one reconciles; ask the"
                  .formatted(server.address())
              + " holder of the Lease\n",
          early.err());
      leading.set(true);
      controller.loop().start();
      timeline.advance(Duration.ofSeconds(15));
      assertTrue(controller.loop().awaitIdle(Duration.ofMinutes(4)));
      String address = server.address().toString();
      Program explained =
          Program.run("", "explain", "--controller", address, "-o", "json", "default/web");
      assertEquals(0, explained.status(), explained.err());
      JsonNode recommendations =
          Json.tree(explained.out()).findPath("stabilization").path("recommendations");
      assertTrue(recommendations.size() > 0, explained.out());
      assertEquals(
          "next sync in 15 s: sync period", Json.tree(explained.out()).path("note").asText());
      Program captured =
          Program.run(
              "",
              "capture",
              "-o",
              "json",
              "--kubeconfig",
              kubeconfig.toString(),
              "--controller",
              address,
              "default/web");
      assertEquals(
          recommendations.get(0).path("replicas"),
          Json.tree(captured.out()).findPath("history").findPath("replicas"),
          captured.out());
    }
  }

  @Test
  void aControllerThatChecksNoTokensIsNamed() throws Exception {
    Pages pages = new Pages();
    String refusal = "{\"message\":\"forbidden: User \\\"system:anonymous\\\" cannot get path\"}";
    pages.put(
        "/debug/autoscalers/",
        request ->
            new PageResponse(
                403, "application/json", refusal.getBytes(StandardCharsets.UTF_8), Map.of(), null));
    try (DebugServer server =
        DebugServer.start(
            "--x", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), pages, timeline)) {
      String address = server.address().toString();
      assertEquals(
          "hpa: the controller at %s treats you as anonymous; outside a pod it needs"
                  .formatted(address)
              + " --authentication-kubeconfig and --authorization-kubeconfig, see"
              + " docs/serving-port.md\n",
          Program.run("", "explain", "--controller", address, "default/web").err());
    }
  }

  @Test
  void aControllerThatClosesTheConnectionIsNamed() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> closeOne(server));
      String address = "127.0.0.1:" + server.getLocalPort();
      assertEquals(
          "hpa: the controller at http://" + address + ": EOF\n",
          Program.run("", "explain", "--controller", address, "default/web").err());
    }
  }

  /** Reads the beginning of a request, so that closing is no reset, and answers nothing. */
  private static void closeOne(ServerSocket server) {
    try (Socket accepted = server.accept()) {
      if (accepted.getInputStream().read(new byte[1 << 12]) < 0) {
        throw new IOException("no request");
      }
    } catch (IOException ended) {
      throw new IllegalStateException(ended);
    }
  }

  @Test
  void theNamespaceIsGivenAsInKubectl() {
    String config = kubeconfig.toString();
    String full = Program.run("", "explain", "--kubeconfig", config, "default/web").out();
    assertEquals(
        full.lines().findFirst(),
        Program.run("", "explain", "--kubeconfig", config, "web", "-n", "default").lines().stream()
            .findFirst());
    assertEquals(
        full.lines().findFirst(),
        Program.run("", "explain", "--kubeconfig", config, "web").lines().stream().findFirst());
    Program twice = Program.run("", "explain", "--kubeconfig", config, "shop/web", "-n", "other");
    assertEquals(
        "hpa: --namespace: \"other\" is not the namespace of \"shop/web\"; remove one of them\n",
        twice.err());
    Program nameless = Program.run("", "explain", "--kubeconfig", config);
    assertEquals(ExitStatus.USAGE_ERROR, nameless.status());
    assertTrue(nameless.err().contains("NAME: no HPA is given"), nameless.err());
  }

  @Test
  void errorsAreOneLine() {
    String config = kubeconfig.toString();
    assertEquals(
        "hpa: no HPA \"ghost\" in namespace \"default\"; name another one with --namespace or"
            + " NAMESPACE/NAME\n",
        Program.run("", "explain", "--kubeconfig", config, "default/ghost").err());
    assertEquals(
        "hpa: no HPA \"wep\" in namespace \"default\"; did you mean default/web?\n",
        Program.run("", "explain", "--kubeconfig", config, "default/wep").err());
    assertEquals(
        "hpa: no HPA \"web\" in namespace \"shop\"; \"web\" is in namespace \"default\"\n",
        Program.run("", "explain", "--kubeconfig", config, "shop/web").err());
    Program unnamed = Program.run("", "explain", "--kubeconfig", config, "a/b/c");
    assertEquals(ExitStatus.USAGE_ERROR, unnamed.status());
    assertTrue(unnamed.err().contains("write NAMESPACE/NAME, such as shop/web"), unnamed.err());
    Program addressed = Program.run("", "run", "--kubeconfig", config, "--debug-address", "here");
    assertEquals(ExitStatus.FAILED, addressed.status());
    assertEquals(
        "hpa: --debug-address: \"here\" is not an address; write HOST:PORT, such as"
            + " 127.0.0.1:10258\n",
        addressed.err());
    Program misspelled = Program.run("", "explain", "--controller", "ftp://here", "default/web");
    assertEquals(ExitStatus.USAGE_ERROR, misspelled.status());
    assertTrue(
        misspelled
            .err()
            .startsWith(
                "hpa: --controller: \"ftp://here\" is not an address; write HOST:PORT, such as"
                    + " 127.0.0.1:10258, or https://HOST:PORT, such as https://127.0.0.1:10257\n"),
        misspelled.err());
    assertEquals(
        "hpa: no controller responds at http://127.0.0.1:1; start it with --debug-address"
            + " HOST:PORT\n",
        Program.run("", "explain", "--controller", "127.0.0.1:1", "default/web").err());
    Program silent =
        Program.run("", "explain", "--controller", "http://127.0.0.1:1", "default/web");
    assertEquals(ExitStatus.FAILED, silent.status());
    assertEquals(
        "hpa: no controller responds at http://127.0.0.1:1; start it with --debug-address"
            + " HOST:PORT\n",
        silent.err());
  }
}
