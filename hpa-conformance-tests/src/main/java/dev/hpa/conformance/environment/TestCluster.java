package dev.hpa.conformance.environment;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.CaseContext;
import dev.hpa.conformance.cases.RunProfile;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster of a run: the embedded sandbox, or the cluster of a kubeconfig. The suite serves the
 * metrics APIs and proxies all requests of the implementation to the API server.
 */
public final class TestCluster implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TestCluster.class);

  static final String TARGETS = "/apis/conformance.hpa.dev/v1/workloads";
  static final String AUTOSCALERS = "/apis/autoscaling/v2/horizontalpodautoscalers";

  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private static final Duration FIRST_SYNC_TIMEOUT = Duration.ofSeconds(60);

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
  private final RecordingProxy proxy;
  private final ClusterWatcher watcher;
  private final ClusterAccess access;
  private final String run;
  private @Nullable Implementation implementation;
  private @Nullable Phaser restarts;

  private TestCluster(
      Path folder,
      @Nullable Timeline time,
      @Nullable Sandbox sandbox,
      ClusterApi api,
      MetricsServer metrics,
      ClusterAccess access,
      String run) {
    this.access = access;
    this.run = run;
    this.folder = folder;
    this.time = time;
    this.sandbox = sandbox;
    this.api = api;
    this.metrics = metrics;
    this.proxy = new RecordingProxy(api);
    this.watcher = new ClusterWatcher(api);
  }

  /**
   * Starts the embedded sandbox.
   *
   * @param folder an empty folder for kubeconfigs and logs
   * @param version the version of its API server
   */
  public static TestCluster embedded(Path folder, KubernetesVersion version)
      throws TestClusterException, IOException, InterruptedException {
    Timeline time = Timeline.real();
    Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.in(time)
                .withKubernetesVersion(version)
                .withMetricsApis(Set.of())
                .withGates(version.gates().withScaleToZero(true)));
    Path kubeconfig = folder.resolve("cluster.kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    return open(folder, time, sandbox, new ClusterAccess(kubeconfig, null, false));
  }

  /**
   * Connects to an existing cluster, in which no other HPA controller runs.
   *
   * @param folder an empty folder for kubeconfigs and logs
   */
  public static TestCluster in(ClusterAccess access, Path folder)
      throws TestClusterException, IOException, InterruptedException {
    return open(folder, null, null, access);
  }

  private static TestCluster open(
      Path folder, @Nullable Timeline time, @Nullable Sandbox sandbox, ClusterAccess access)
      throws TestClusterException, IOException, InterruptedException {
    String run = Long.toString(System.currentTimeMillis(), 36);
    ClusterApi api = access.api();
    ApiServerWait.untilUsable(api);
    MetricsAddress address = access.address();
    MetricsServer metrics = startMetrics(address);
    MetricsRegistration registration = new MetricsRegistration(api, run, address, metrics.port());
    boolean ready = false;
    try {
      registration.prepare(access);
      install(api, run, registration, sandbox == null ? () -> cleanUp(api, access) : () -> {});
      ready = true;
    } catch (RefusedException refusal) {
      throw new TestClusterException(
          "API server: request of the suite refused: %s; use an admin kubeconfig"
              .formatted(refusal.getMessage()),
          refusal);
    } finally {
      if (!ready) {
        uninterrupted(metrics::close);
      }
    }
    return new TestCluster(folder, time, sandbox, api, metrics, access, run);
  }

  /**
   * @param undo what to do if it fails
   */
  private static void install(
      ClusterApi api, String run, MetricsRegistration registration, Runnable undo)
      throws TestClusterException, IOException, InterruptedException {
    boolean ready = false;
    try {
      if (!api.answers(SuiteObjects.DEFINITION)) {
        api.create(DEFINITIONS, SuiteObjects.labelled(WORKLOADS, run));
      }
      ApiServerWait.until("custom resource definition", () -> api.answers(TARGETS));
      registration.register();
      ready = true;
    } finally {
      if (!ready) {
        uninterrupted(undo);
      }
    }
  }

  private static MetricsServer startMetrics(MetricsAddress address) throws TestClusterException {
    try {
      return new MetricsServer(address);
    } catch (IllegalStateException unusable) {
      throw new TestClusterException(unusable.getMessage() + "; use another port", unusable);
    }
  }

  /** Returns the version of the API server, such as {@code v1.36.2}. */
  public String serverVersion() throws IOException {
    return api.get("/version").path("gitVersion").asText();
  }

  /**
   * Starts the implementation.
   *
   * @param restarting the number of cases that will request its restart
   * @throws TestClusterException if it does not start
   */
  public void startImplementation(
      CommandTemplate template, Settings settings, RunProfile profile, int restarting)
      throws TestClusterException, IOException, InterruptedException {
    Path kubeconfig = folder.resolve("implementation-" + profile + ".kubeconfig");
    proxy.writeKubeconfig(kubeconfig);
    Map<String, String> values = new LinkedHashMap<>();
    values.put("kubeconfig", kubeconfig.toString());
    values.putAll(settings.placeholders());
    values.put("feature-gates", profile.featureGates());
    values.put("port", String.valueOf(FreePorts.next()));
    implementation = Implementation.start(template, values, log(profile));
    restarts = restarting == 0 ? null : restartPhaser(restarting);
    awaitFirstSync(profile, settings);
  }

  /** Restarts the implementation when this number of cases has requested it. */
  private Phaser restartPhaser(int cases) {
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
   * Waits until the implementation reconciles a probe HPA. Otherwise every case would fail after a
   * long timeout.
   */
  private void awaitFirstSync(RunProfile profile, Settings settings)
      throws TestClusterException, IOException, InterruptedException {
    Prepared probe = prepare(Case.named("probe-" + profile));
    probe.context().createTarget("web", 1, "app=web");
    probe.context().createAutoscaler("web", Json.tree(PROBE));
    Duration timeout = FIRST_SYNC_TIMEOUT.plus(settings.periods(30));
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!probe.log().await(TestCluster::isReconciled, Duration.ofSeconds(1))) {
      checkRunning();
      if (System.nanoTime() > deadline) {
        throw new TestClusterException(
            ("the implementation reconciled no HPA within %s; pass {kubeconfig} and turn off leader"
                    + " election%s")
                .formatted(GoDuration.format(timeout), LogTail.of(log(profile))));
      }
    }
    probe.cleanup().run();
  }

  private static boolean isReconciled(Transcript seen) {
    return seen.all(Observation.Request.class).findAny().isPresent()
        || seen.all(Observation.Autoscaler.class)
            .anyMatch(each -> !each.status().path("conditions").isEmpty());
  }

  private Path log(RunProfile profile) {
    return folder.resolve("implementation-" + profile + ".log");
  }

  /** Stops the implementation. */
  public void stopImplementation() {
    if (implementation != null) {
      implementation.close();
      implementation = null;
    }
  }

  /**
   * Checks that the implementation is running.
   *
   * @throws TestClusterException if it exited, with the end of its log
   */
  public void checkRunning() throws TestClusterException {
    Implementation current = implementation;
    if (current != null && !current.isRunning()) {
      throw new TestClusterException(
          "the implementation exited with status %d%s"
              .formatted(current.exitStatus(), current.logTail()));
    }
  }

  /** A case ended before it requested its restart. */
  void noRestart() {
    Phaser phaser = restarts;
    if (phaser != null) {
      phaser.arriveAndDeregister();
    }
  }

  /** Waits until all cases have requested the restart and the implementation is restarted. */
  void restart() {
    Phaser phaser = restarts;
    if (phaser == null) {
      throw new IllegalStateException(
          "restart: only cases of the profile RESTARTED may request it");
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

  /** The namespace of a case, the log of its observations, and its cleanup. */
  public record Prepared(CaseContext context, CaseLog log, Cleanup cleanup) {}

  /** Deletes the objects of a case. */
  @FunctionalInterface
  public interface Cleanup {
    void run() throws IOException;
  }

  /** Creates the namespace of a case. */
  public Prepared prepare(Case each) throws IOException {
    String namespace = "hpa-" + run + "-" + each.name();
    CaseLog log = new CaseLog(each.name());
    api.create(
        SuiteObjects.NAMESPACES,
        SuiteObjects.labelled("{\"metadata\": {\"name\": \"%s\"}}".formatted(namespace), run));
    proxy.register(namespace, log);
    watcher.register(namespace, log);
    NamespaceContext context =
        new NamespaceContext(this, api, namespace, each.profile() == RunProfile.RESTARTED);
    return new Prepared(context, log, context::cleanUp);
  }

  MetricsServer metrics() {
    return metrics;
  }

  RecordingProxy proxy() {
    return proxy;
  }

  ClusterWatcher watcher() {
    return watcher;
  }

  /** Cleans up completely even if this thread is interrupted, as by Ctrl-C. */
  @Override
  public void close() {
    uninterrupted(this::stop);
  }

  private static void uninterrupted(Runnable work) {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void stop() {
    stopImplementation();
    watcher.close();
    proxy.close();
    if (sandbox == null) {
      cleanUp(api, access);
    }
    metrics.close();
    if (sandbox != null) {
      sandbox.close();
    }
    if (time != null) {
      time.close();
    }
  }

  private static void cleanUp(ClusterApi api, ClusterAccess access) {
    try {
      ClusterCleanup.in(api);
    } catch (IOException failure) {
      LOG.error(
          "cluster: not cleaned up: {}; run \"hpa conformance --cleanup {}\"",
          failure.getMessage(),
          access.options());
    }
  }
}
