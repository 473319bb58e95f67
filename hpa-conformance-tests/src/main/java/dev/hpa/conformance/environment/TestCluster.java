package dev.hpa.conformance.environment;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.CaseContext;
import dev.hpa.conformance.cases.RunProfile;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Phaser;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in which cases happen: an embedded one, or any that is given. The suite serves its
 * metrics APIs, and the implementation reaches its API server through the suite.
 */
public final class TestCluster implements AutoCloseable {

  static final String TARGETS = "/apis/conformance.hpa.dev/v1/workloads";
  static final String AUTOSCALERS = "/apis/autoscaling/v2/horizontalpodautoscalers";

  private static final Duration FOR_A_SERVER = Duration.ofMinutes(2);

  private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(10);

  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private static final Duration FOR_ATTENTION = Duration.ofSeconds(60);

  private static final String PROBE =
      """
      {"scaleTargetRef": {"apiVersion": "conformance.hpa.dev/v1", "kind": "Workload", "name": "web"},
        "minReplicas": 1, "maxReplicas": 2}
      """;

  private static final String WORKLOADS =
      """
      {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "workloads.conformance.hpa.dev"},
        "spec": {"group": "conformance.hpa.dev", "scope": "Namespaced",
          "names": {"plural": "workloads", "singular": "workload", "kind": "Workload",
            "listKind": "WorkloadList"},
          "versions": [{"name": "v1", "served": true, "storage": true,
            "schema": {"openAPIV3Schema":
              {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
            "subresources": {"status": {}, "scale": {
              "specReplicasPath": ".spec.replicas",
              "statusReplicasPath": ".status.replicas",
              "labelSelectorPath": ".status.selector"}}}]}}
      """;

  private final Path folder;
  private final @Nullable Timeline time;
  private final @Nullable Sandbox sandbox;
  private final ClusterApi api;
  private final MetricsServer metrics;
  private final RecordingProxy tap;
  private final ClusterWatcher sight;
  private final String run = Long.toString(System.currentTimeMillis(), 36);
  private @Nullable Implementation implementation;
  private @Nullable Phaser restarts;

  private TestCluster(
      Path folder,
      @Nullable Timeline time,
      @Nullable Sandbox sandbox,
      ClusterApi api,
      MetricsServer metrics) {
    this.folder = folder;
    this.time = time;
    this.sandbox = sandbox;
    this.api = api;
    this.metrics = metrics;
    this.tap = new RecordingProxy(api);
    this.sight = new ClusterWatcher(api);
  }

  /**
   * The embedded cluster.
   *
   * @param folder an empty one for all files
   */
  public static TestCluster embedded(Path folder)
      throws TestClusterException, IOException, InterruptedException {
    Timeline time = Timeline.real();
    Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.in(time).withMetricsApis(Set.of()).withGates(new HpaFeatureGates(true, true)));
    Path kubeconfig = folder.resolve("cluster.kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    return set(folder, time, sandbox, ClusterApi.of(kubeconfig));
  }

  /**
   * A cluster that is there already, with no other autoscaler at work in it.
   *
   * @param folder an empty one for all files
   * @param kubeconfig of an administrator
   */
  public static TestCluster in(Path kubeconfig, Path folder)
      throws TestClusterException, IOException, InterruptedException {
    return set(folder, null, null, ClusterApi.of(kubeconfig));
  }

  private static TestCluster set(
      Path folder, @Nullable Timeline time, @Nullable Sandbox sandbox, ClusterApi api)
      throws TestClusterException, IOException, InterruptedException {
    reach(api);
    MetricsServer metrics = new MetricsServer();
    try {
      if (!api.answers(DEFINITIONS + "/workloads.conformance.hpa.dev")) {
        api.create(DEFINITIONS, Json.tree(WORKLOADS));
      }
      await("custom resources that are served", () -> api.answers(TARGETS));
      metrics.register(api);
    } catch (RefusedException refusal) {
      metrics.close();
      throw new TestClusterException(
          "the API server refuses what the suite needs: " + refusal.getMessage(), refusal);
    }
    await("metrics APIs that are served", () -> MetricsServer.isServed(api));
    return new TestCluster(folder, time, sandbox, api, metrics);
  }

  /** Those that do not answer may be starting; those that let nobody in will not do better. */
  private static void reach(ClusterApi api) throws TestClusterException, InterruptedException {
    long deadline = System.nanoTime() + FOR_AN_ANSWER.toNanos();
    while (true) {
      try {
        api.get("/version");
        return;
      } catch (IOException failure) {
        boolean refused =
            failure instanceof RefusedException refusal
                && (refusal.code() == 401 || refusal.code() == 403);
        if (refused || System.nanoTime() > deadline) {
          throw new TestClusterException(
              "the API server %s cannot be used: %s".formatted(api.server(), failure.getMessage()),
              failure);
        }
      }
      Thread.sleep(Duration.ofMillis(200));
    }
  }

  private static void await(String what, BooleanSupplier holds)
      throws TestClusterException, InterruptedException {
    long deadline = System.nanoTime() + FOR_A_SERVER.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new TestClusterException("there is still no " + what + " after " + FOR_A_SERVER);
      }
      Thread.sleep(Duration.ofMillis(50));
    }
  }

  /** What the API server says it is, like {@code v1.36.2}. */
  public String serverVersion() throws IOException {
    return api.get("/version").path("gitVersion").asText();
  }

  /**
   * Starts an implementation.
   *
   * @param restarting how many cases will ask for its restart
   * @throws TestClusterException if it does not start
   */
  public void enter(
      CommandTemplate template, Settings settings, RunProfile circumstances, int restarting)
      throws TestClusterException, IOException, InterruptedException {
    Path kubeconfig = folder.resolve("implementation-" + circumstances + ".kubeconfig");
    tap.writeKubeconfig(kubeconfig);
    Map<String, String> values = new LinkedHashMap<>();
    values.put("kubeconfig", kubeconfig.toString());
    values.putAll(settings.placeholders());
    values.put("feature-gates", circumstances.featureGates());
    values.put("port", String.valueOf(Implementation.freePort()));
    implementation = Implementation.start(template, values, log(circumstances));
    restarts = restarting == 0 ? null : restartingOnce(restarting);
    awaitAttention(circumstances, settings);
  }

  /** Restarts the implementation when so many cases have come to where they want it. */
  private Phaser restartingOnce(int cases) {
    return new Phaser(cases) {
      @Override
      protected boolean onAdvance(int phase, int left) {
        if (left > 0) {
          restartImplementation();
        }
        return true;
      }
    };
  }

  /**
   * Waits until the implementation minds an autoscaler that is there for nothing else. One that
   * minds none would fail every case, each after a long time.
   */
  private void awaitAttention(RunProfile circumstances, Settings settings)
      throws TestClusterException, IOException, InterruptedException {
    Prepared probe = prepare(Case.named("first-look-" + circumstances));
    probe.scene().createTarget("web", 1, "app=web");
    probe.scene().createAutoscaler("web", Json.tree(PROBE));
    Duration patience = FOR_ATTENTION.plus(settings.periods(30));
    long deadline = System.nanoTime() + patience.toNanos();
    while (!probe.log().await(TestCluster::isMinded, Duration.ofSeconds(1))) {
      checkRunning();
      if (System.nanoTime() > deadline) {
        throw new TestClusterException(
            "the implementation has touched no autoscaler in %s; is it given {kubeconfig}, and leads it without waiting%s"
                .formatted(GoDuration.format(patience), LogTail.of(log(circumstances))));
      }
    }
    probe.curtain().fall();
  }

  private static boolean isMinded(Transcript seen) {
    return seen.all(Observation.Request.class).findAny().isPresent()
        || seen.all(Observation.Autoscaler.class)
            .anyMatch(each -> !each.status().path("conditions").isEmpty());
  }

  private Path log(RunProfile circumstances) {
    return folder.resolve("implementation-" + circumstances + ".log");
  }

  /** Ends the implementation. */
  public void leave() {
    if (implementation != null) {
      implementation.close();
      implementation = null;
    }
  }

  /**
   * Makes sure the implementation is still there.
   *
   * @throws TestClusterException if it has ended, with what it said last
   */
  public void checkRunning() throws TestClusterException {
    Implementation current = implementation;
    if (current != null && !current.isRunning()) {
      throw new TestClusterException(
          "the implementation has ended with status %d%s"
              .formatted(current.exitStatus(), current.lastWords()));
    }
  }

  /** A case that was to ask for a restart has ended before. */
  void noRestart() {
    Phaser phaser = restarts;
    if (phaser != null) {
      phaser.arriveAndDeregister();
    }
  }

  /** Waits until all cases are where the implementation is to be restarted, and it is. */
  void restart() {
    Phaser phaser = restarts;
    if (phaser == null) {
      throw new IllegalStateException("only cases under RESTARTED may restart");
    }
    phaser.arriveAndAwaitAdvance();
  }

  private void restartImplementation() {
    try {
      Implementation current = implementation;
      if (current != null) {
        current.restart();
      }
    } catch (TestClusterException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** A namespace for a case, and what is seen in it. */
  public record Prepared(CaseContext scene, CaseLog log, Curtain curtain) {}

  /** Ends what was prepared for a case. */
  @FunctionalInterface
  public interface Curtain {
    void fall() throws IOException;
  }

  /** Prepares a namespace for a case. */
  public Prepared prepare(Case each) throws IOException {
    String namespace = "hpa-" + run + "-" + each.name();
    CaseLog log = new CaseLog(each.name());
    api.create("/api/v1/namespaces", Json.tree(Map.of("metadata", Map.of("name", namespace))));
    tap.listen(namespace, log);
    sight.listen(namespace, log);
    NamespaceContext scene =
        new NamespaceContext(this, api, namespace, each.circumstances() == RunProfile.RESTARTED);
    return new Prepared(scene, log, scene::clear);
  }

  MetricsServer metrics() {
    return metrics;
  }

  RecordingProxy tap() {
    return tap;
  }

  ClusterWatcher sight() {
    return sight;
  }

  @Override
  public void close() {
    leave();
    sight.close();
    tap.close();
    try {
      if (sandbox == null) {
        metrics.withdraw(api);
        api.deleteIfThere(DEFINITIONS + "/workloads.conformance.hpa.dev");
      }
    } catch (IOException alreadyGone) {
      // The cluster is somebody else's, who may have taken it away.
    }
    metrics.close();
    if (sandbox != null) {
      sandbox.close();
    }
    if (time != null) {
      time.close();
    }
  }
}
