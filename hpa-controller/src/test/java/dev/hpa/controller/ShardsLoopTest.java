package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several controllers with shards against one sandbox, 10 times as fast as real time. */
@NullMarked
class ShardsLoopTest {

  private static final int SHARDS = 4;
  private static final List<String> NAMESPACES =
      IntStream.range(0, 12).mapToObj(each -> "team-" + each).toList();
  private static final LeaderElectionOptions ELECTION =
      new LeaderElectionOptions(
          true,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "hpa",
          "kube-system");

  private final Timeline timeline = Timeline.scaled(10, Instant.parse("2026-01-01T00:00:00Z"));
  private final Queue<AuditEvent> audit = new ConcurrentLinkedQueue<>();
  private final Map<String, Set<String>> decided = new ConcurrentHashMap<>();
  private final List<HpaController> controllers = new CopyOnWriteArrayList<>();
  private final Path folder;
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  ShardsLoopTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void start() throws IOException {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0))
                .withAudit(audit::add));
    for (String namespace : NAMESPACES) {
      create("", ResourceTypes.NAMESPACES, "metadata: {name: " + namespace + "}");
      create(
          namespace,
          ResourceTypes.DEPLOYMENTS,
          WholeLoopTest.deployment("400m", "requests: {cpu: 200m}"));
      create(namespace, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, WholeLoopTest.autoscaler("web"));
    }
  }

  @AfterEach
  void stop() {
    controllers.forEach(HpaController::close);
    sandbox.close();
    timeline.close();
  }

  private void create(String namespace, dev.hpa.sandbox.cluster.ResourceType type, String manifest)
      throws IOException {
    sandbox
        .cluster()
        .create(type, namespace, (ObjectNode) new YAMLMapper().readTree(manifest), false);
  }

  private HpaControllerBuilder builder(String name) throws IOException {
    Path kubeconfig = folder.resolve(name);
    sandbox
        .tokens()
        .add(new StaticUser(User.authenticated(name, "", List.of(User.MASTERS)), "token-" + name));
    sandbox.writeKubeconfig(kubeconfig, "token-" + name);
    return HpaController.builder()
        .kubeconfig(kubeconfig)
        .timeline(timeline)
        .options(ControllerOptions.DEFAULTS.withSyncPeriod(Duration.ofSeconds(5)))
        .clientOptions(ClientOptions.UNLIMITED)
        .leaderElection(ELECTION)
        .shards(SHARDS);
  }

  private HpaController begin(String name) throws Exception {
    HpaController controller =
        builder(name)
            .onReconcile(
                result ->
                    decided
                        .computeIfAbsent(name, any -> ConcurrentHashMap.newKeySet())
                        .add(result.hpa().metadata().namespaceOrEmpty()))
            .build();
    controllers.add(controller);
    controller.start();
    return controller;
  }

  private void await(String what, BooleanSupplier condition) throws InterruptedException {
    Instant end = timeline.now().plus(Duration.ofMinutes(5));
    while (!condition.getAsBoolean()) {
      assertTrue(timeline.now().isBefore(end), () -> what + "\n" + shardMetrics());
      timeline.sleep(Duration.ofMillis(200));
    }
  }

  private String shardMetrics() {
    StringBuilder all = new StringBuilder();
    for (HpaController each : controllers) {
      each.metrics()
          .lines()
          .filter(line -> line.startsWith("hpa_shard"))
          .forEach(line -> all.append(line).append('\n'));
    }
    return all.toString();
  }

  /** The number of shards that each replica holds, by the metrics. */
  private static long held(HpaController controller) {
    return controller.metrics().lines().filter(each -> each.matches("hpa_shard_held.* 1")).count();
  }

  /** Waits until each autoscaler has been decided about again, by any of these. */
  private void awaitDecisions(String... names) throws InterruptedException {
    decided.clear();
    await(
        "decisions of " + List.of(names),
        () -> {
          Set<String> all = new HashSet<>();
          for (String name : names) {
            all.addAll(decided.getOrDefault(name, Set.of()));
          }
          return all.size() == NAMESPACES.size();
        });
  }

  private void load(String cpu) {
    for (String namespace : NAMESPACES) {
      sandbox
          .cluster()
          .update(
              ResourceTypes.DEPLOYMENTS,
              new ObjectKey(namespace, "web"),
              "",
              tree -> {
                tree.withObject("/metadata/annotations").put("sandbox.hpa.dev/cpu", cpu);
                return tree;
              },
              false);
    }
  }

  private static int cached(HpaController controller) {
    return controller.components().autoscalers().all().size();
  }

  private static int pods(HpaController controller) {
    return controller
        .metrics()
        .lines()
        .filter(each -> each.startsWith("hpa_pods_cached "))
        .mapToInt(each -> (int) Double.parseDouble(each.split(" ")[1]))
        .sum();
  }

  @Test
  void replicasShareTheAutoscalersAndTakeOverFromEachOther() throws Exception {
    HpaController a = begin("a");
    await("one replica holds all", () -> held(a) == SHARDS);
    awaitDecisions("a");
    HpaController b = begin("b");
    await("two replicas share", () -> held(a) == 2 && held(b) == 2);
    await("caches follow", () -> cached(a) + cached(b) == NAMESPACES.size());
    assertTrue(cached(a) < NAMESPACES.size(), "each keeps only its own HPAs");
    await(
        "pods follow",
        () ->
            pods(a) + pods(b) == sandbox.cluster().objects(ResourceTypes.PODS).in("").size()
                && pods(a) > 0
                && pods(b) > 0);
    awaitDecisions("a", "b");
    HpaController c = begin("c");
    await("three replicas share", () -> held(c) == 1 && held(a) + held(b) == 3);
    load("600m");
    awaitDecisions("a", "b", "c");
    a.close();
    Instant closed = timeline.wall();
    await("others take over", () -> held(b) == 2 && held(c) == 2);
    load("900m");
    awaitDecisions("b", "c");
    assertFalse(decided.containsKey("a"));
    writersDoNotAlternate();
    assertTrue(
        audit.stream()
            .filter(each -> each.user().name().equals("a"))
            .noneMatch(each -> each.received().isAfter(closed)));
    eventsAndReleasedLeases();
  }

  /** A namespace that changes its writer never changes back in this test. */
  private void writersDoNotAlternate() {
    Map<String, List<String>> writers = new LinkedHashMap<>();
    for (AuditEvent event : audit) {
      if (event.attributes() instanceof RequestAttributes.OnResource on
          && NAMESPACES.contains(on.namespace())
          && !on.verb().equals("get")
          && event.user().name().length() == 1) {
        List<String> order = writers.computeIfAbsent(on.namespace(), any -> new ArrayList<>());
        if (order.isEmpty() || !order.getLast().equals(event.user().name())) {
          order.add(event.user().name());
        }
      }
    }
    assertEquals(NAMESPACES.size(), writers.size());
    writers.forEach(
        (namespace, order) ->
            assertEquals(order.size(), new HashSet<>(order).size(), namespace + ": " + order));
  }

  private void eventsAndReleasedLeases() {
    List<String> leases =
        sandbox.cluster().objects(ResourceTypes.LEASES).in("kube-system").stream()
            .map(each -> each.name())
            .toList();
    assertEquals(2, leases.stream().filter(each -> each.startsWith("hpa-member-")).count());
    assertEquals(
        SHARDS, leases.stream().filter(each -> each.matches("hpa-shard-\\d-of-" + SHARDS)).count());
  }

  @Test
  void closingARunOnTheCallersThreadHandsOver() throws Exception {
    HpaController a = begin("a");
    await("one replica holds all", () -> held(a) == SHARDS);
    Set<String> alone = holders();
    // Real time, in which a busy machine must hand over.
    HpaController b = builder("b").shutdownTimeout(Duration.ofMinutes(1)).build();
    controllers.add(b);
    Thread runner =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    b.run();
                  } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                  }
                });
    await("two replicas share", () -> held(a) == 2 && held(b) == 2);
    b.close();
    runner.join();
    Set<String> left = holders();
    left.removeAll(alone);
    left.remove("");
    assertEquals(Set.of(), left, "Leases that expire");
  }

  /** The holders of the shards' Leases; empty for none. */
  private Set<String> holders() {
    return sandbox.cluster().objects(ResourceTypes.LEASES).in("kube-system").stream()
        .filter(each -> each.name().startsWith("hpa-shard-"))
        .map(each -> each.tree().at("/spec/holderIdentity").asText())
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void aReplicaWithoutPermissionsForLeasesReportsItAndTakesNoShard() throws Exception {
    sandbox.faults().add(Fault.parse("error:code=403,path=/apis/coordination.k8s.io/**"));
    HpaController a = begin("a");
    await("not ready", () -> a.shardsApartFor().compareTo(Duration.ofMinutes(1)) > 0);
    assertEquals(0, held(a));
    sandbox.faults().clear();
    await("one replica holds all", () -> held(a) == SHARDS);
    assertTrue(a.shardsApartFor().compareTo(Duration.ofMinutes(1)) < 0);
  }

  @Test
  void shardsNeedLeaderElection() {
    assertEquals(
        "shards: \"4\" needs leader election; enable it or set 0",
        assertThrows(
                IllegalArgumentException.class, () -> builder("x").leaderElection(null).build())
            .getMessage());
    assertEquals(
        "shards: \"65\" is out of range; set a number from 1 to 64",
        assertThrows(IllegalArgumentException.class, () -> builder("y").shards(65).build())
            .getMessage());
  }
}
