package dev.hpa.controller;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.explain.Explanation;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.VersionApi;
import io.kubernetes.client.util.Config;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The controller as an application embeds it. */
@Tag("security")
class HpaControllerTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration STARTED = Duration.ofSeconds(60);
  private static final LeaderElectionOptions ELECTION =
      new LeaderElectionOptions(
          true,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "embedded",
          "default");

  private static final String QUEUE =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata: {name: scaler}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 1
        maxReplicas: 10
        metrics:
        - type: External
          external:
            metric: {name: queue-length}
            target: {type: AverageValue, averageValue: "10"}
      """;

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final List<Sandbox> sandboxes = new ArrayList<>();
  private final Map<Sandbox, SteppedCluster> clusters = new HashMap<>();
  private final List<HpaController> controllers = new ArrayList<>();
  private final Path folder;

  HpaControllerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @AfterEach
  void close() {
    controllers.forEach(HpaController::close);
    sandboxes.forEach(Sandbox::close);
    timeline.close();
  }

  private Sandbox sandbox() throws IOException {
    return sandbox(KubernetesVersion.DEFAULT);
  }

  private Sandbox sandbox(KubernetesVersion version) throws IOException {
    Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withKubernetesVersion(version)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)));
    sandboxes.add(sandbox);
    clusters.put(sandbox, new SteppedCluster(timeline, sandbox));
    sandbox.writeKubeconfig(kubeconfig(sandbox));
    create(sandbox, WholeLoopTest.deployment("400m", "requests: {cpu: 200m}"), true);
    return sandbox;
  }

  private Path kubeconfig(Sandbox sandbox) {
    return folder.resolve("kubeconfig-" + sandboxes.indexOf(sandbox));
  }

  private static void create(Sandbox sandbox, String manifest, boolean isDeployment)
      throws IOException {
    sandbox
        .cluster()
        .create(
            isDeployment ? ResourceTypes.DEPLOYMENTS : ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            "default",
            (ObjectNode) new YAMLMapper().readTree(manifest),
            false);
  }

  /** A second loop would write beside the first, and one after the end would never end. */
  @Test
  void runsOnceAndNotAfterItWasClosed() throws Exception {
    HpaController started = builder(sandbox()).build();
    controllers.add(started);
    started.start();
    assertThrows(IllegalStateException.class, started::run);
    assertThrows(IllegalStateException.class, started::start);
    HpaController closed = builder(sandbox()).build();
    closed.close();
    assertThrows(IllegalStateException.class, closed::run);
    assertThrows(IllegalStateException.class, closed::start);
  }

  private HpaControllerBuilder builder(Sandbox sandbox) {
    return HpaController.builder().kubeconfig(kubeconfig(sandbox)).timeline(timeline);
  }

  private HpaController started(HpaControllerBuilder builder) throws Exception {
    HpaController controller = builder.build();
    controllers.add(controller);
    controller.start();
    assertTrue(controller.awaitStarted(STARTED));
    return controller;
  }

  private static int replicas(Sandbox sandbox) {
    return sandbox
        .cluster()
        .get(ResourceTypes.DEPLOYMENTS, new ObjectKey("default", "web"))
        .tree()
        .at("/spec/replicas")
        .asInt();
  }

  private void runUntilReplicas(Sandbox sandbox, int replicas, HpaController controller)
      throws InterruptedException {
    requireNonNull(clusters.get(sandbox))
        .runUntil(
            () -> replicas(sandbox) == replicas, Duration.ofMinutes(6), controller.components());
  }

  private static MetricProvider queueOf(long length) {
    return queries -> {
      Map<MetricQuery, MetricResult> results = new HashMap<>();
      for (MetricQuery query : queries) {
        results.put(query, MetricReading.Series.of(List.of(length * 1000)));
      }
      return results;
    };
  }

  @Test
  void aProviderObjectAndAListenerOfTheApplicationAreUsed() throws Exception {
    Sandbox sandbox = sandbox();
    Queue<ReconcileResult> results = new ConcurrentLinkedQueue<>();
    HpaController controller =
        started(
            builder(sandbox)
                .metricProvider("orders", Set.of(MetricQuery.Kind.EXTERNAL_METRIC), queueOf(35))
                .route("external:queue-*=orders")
                .onReconcile(results::add));
    create(sandbox, QUEUE, false);
    runUntilReplicas(sandbox, 4, controller);
    assertTrue(results.stream().anyMatch(each -> Integer.valueOf(4).equals(each.scaledTo())));
    Explanation why = controller.explain("default", "scaler").orElseThrow();
    assertTrue(why.text().contains("queue-length"), why.text());
    assertTrue(controller.explain("default", "unknown").isEmpty());
    assertTrue(controller.metrics().contains("horizontal_pod_autoscaler_controller"));
  }

  @Test
  void anApiClientIsEnoughAndStaysUsable() throws Exception {
    Sandbox sandbox = sandbox();
    ApiClient client = Config.fromConfig(kubeconfig(sandbox).toString());
    HpaController controller =
        started(HpaController.builder().apiClient(client).timeline(timeline));
    create(sandbox, WholeLoopTest.autoscaler("web"), false);
    runUntilReplicas(sandbox, 4, controller);
    assertEquals(client.getBasePath(), controller.server());
    controller.close();
    assertFalse(new VersionApi(client).getCode().execute().getGitVersion().isEmpty());
  }

  @Test
  void controllersOfOneProcessDoNotInterfere() throws Exception {
    Sandbox first = sandbox();
    Sandbox second = sandbox();
    HpaController few =
        started(
            builder(first)
                .metricProvider("queue", Set.of(MetricQuery.Kind.EXTERNAL_METRIC), queueOf(20))
                .route("external=queue"));
    HpaController many =
        started(
            builder(second)
                .metricProvider("queue", Set.of(MetricQuery.Kind.EXTERNAL_METRIC), queueOf(70))
                .route("external=queue"));
    create(first, QUEUE, false);
    create(second, QUEUE, false);
    runUntilReplicas(first, 2, few);
    runUntilReplicas(second, 7, many);
    few.close();
    create(second, QUEUE.replace("name: scaler", "name: other"), false);
    assertEquals(2, replicas(first));
    assertTrue(many.explain("default", "scaler").isPresent());
  }

  @ParameterizedTest
  @EnumSource(KubernetesVersion.class)
  void theReleaseOfTheServerIsEmulatedOnRequest(KubernetesVersion version) throws Exception {
    Sandbox sandbox = sandbox(version);
    HpaController controller = started(builder(sandbox).emulatedVersionOfServer());
    create(sandbox, WholeLoopTest.autoscaler("web"), false);
    runUntilReplicas(sandbox, 4, controller);
    assertEquals(version.hasGenerations(), hasObservedGeneration(sandbox));
  }

  /** Whether the status has a generation, which only Kubernetes 1.37 writes here. */
  private static boolean hasObservedGeneration(Sandbox sandbox) {
    return sandbox
        .cluster()
        .get(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, new ObjectKey("default", "scaler"))
        .tree()
        .at("/status/observedGeneration")
        .isNumber();
  }

  @Test
  void theReleaseOfTheOptionsIsTheDefault() throws Exception {
    Sandbox sandbox = sandbox(KubernetesVersion.V1_36);
    HpaController controller = started(builder(sandbox));
    create(sandbox, WholeLoopTest.autoscaler("web"), false);
    runUntilReplicas(sandbox, 4, controller);
    assertTrue(hasObservedGeneration(sandbox));
  }

  /** A slow start delays no decision; a new leader waits for a period, as that of 1.36 does. */
  @ParameterizedTest
  @CsvSource({
    "PT0S, false, PT15S",
    "PT6S, false, PT9S",
    "PT40S, false, PT0S",
    "PT40S, true, PT15S"
  })
  void theFirstSyncIsDueOnePeriodAfterTheProcessStarted(
      Duration earlier, boolean elects, Duration expected) throws Exception {
    Sandbox sandbox = sandbox();
    create(sandbox, WholeLoopTest.autoscaler("web"), false);
    Queue<Instant> syncs = new ConcurrentLinkedQueue<>();
    Instant start = timeline.now();
    HpaControllerBuilder builder =
        builder(sandbox)
            .emulatedVersion(KubernetesVersion.V1_36)
            .processStart(start.minus(earlier))
            .onReconcile(result -> syncs.add(timeline.now()));
    HpaController controller = started(elects ? builder.leaderElection(ELECTION) : builder);
    requireNonNull(clusters.get(sandbox)).run(Duration.ofSeconds(31), controller.components());
    assertEquals(
        List.of(start.plus(expected), start.plus(expected).plusSeconds(15)),
        List.copyOf(syncs).subList(0, 2));
  }

  @Test
  void closingReleasesTheLease() throws Exception {
    Sandbox sandbox = sandbox();
    HpaController controller = started(builder(sandbox).leaderElection(ELECTION));
    assertTrue(controller.isLeading());
    assertFalse(holder(sandbox).isEmpty());
    controller.close();
    assertEquals("", holder(sandbox));
    controller.close();
  }

  /** Four times the duration of the Lease. */
  @Test
  void theLeaseIsRenewedWhileTheFirstListIsRead() throws Exception {
    Sandbox sandbox = sandbox();
    sandbox.faults().add(Fault.parse("latency:delay=60s,path=/api/v1/pods,first=1"));
    HpaController controller = builder(sandbox).leaderElection(ELECTION).build();
    controllers.add(controller);
    controller.start();
    SteppedCluster.await(() -> controller.components().loop().isStarting());
    for (int i = 0; i < 28; i++) {
      SteppedCluster.await(this::awaitsNextRenewal);
      timeline.advance(ELECTION.retryPeriod());
    }
    SteppedCluster.await(this::awaitsNextRenewal);
    Duration age = Duration.between(renewed(sandbox), timeline.now());
    assertTrue(age.compareTo(ELECTION.retryPeriod().multipliedBy(2)) <= 0, "age: " + age);
    assertTrue(controller.isLeading());
    assertFalse(controller.awaitStarted(Duration.ZERO), "the list is not complete");
    // The list may have been requested after several renewals.
    while (!controller.awaitStarted(Duration.ZERO)) {
      SteppedCluster.await(this::awaitsNextRenewal);
      timeline.advance(ELECTION.retryPeriod());
    }
    assertTrue(controller.isLeading());
  }

  private boolean awaitsNextRenewal() {
    return timeline.sleepers().stream().anyMatch(each -> each.getName().equals("lease"));
  }

  private static Instant renewed(Sandbox sandbox) {
    return Instant.parse(
        sandbox
            .cluster()
            .get(ResourceTypes.LEASES, new ObjectKey("default", "embedded"))
            .tree()
            .at("/spec/renewTime")
            .asText());
  }

  private static String holder(Sandbox sandbox) {
    return sandbox
        .cluster()
        .get(ResourceTypes.LEASES, new ObjectKey("default", "embedded"))
        .tree()
        .at("/spec/holderIdentity")
        .asText();
  }

  @Test
  void aControllerIsStartedOnce() throws Exception {
    HpaController controller = started(builder(sandbox()));
    assertThrows(IllegalStateException.class, controller::start);
    controller.close();
    assertThrows(IllegalStateException.class, controller::start);
  }

  @Test
  void whatCannotBeUsedIsRefusedByBuild() throws Exception {
    Sandbox sandbox = sandbox();
    assertThrows(
        KubeconfigException.class,
        () -> HpaController.builder().kubeconfig(folder.resolve("missing")).build());
    PluginException badName =
        assertThrows(
            PluginException.class,
            () -> builder(sandbox).metricProvider("No Name", Set.of(), queueOf(1)).build());
    assertEquals(
        "application: the name \"No Name\" is invalid; use letters a-z, digits and dashes",
        badName.getMessage());
    assertThrows(PluginException.class, () -> builder(sandbox).route("external=unknown").build());
  }
}
