package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ScaleReads;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.shards.ShardAccess;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.LogLines;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The caches of the shards of a replica, which reads a sandbox in virtual time. */
class ShardWorkTest {

  private static final int SHARDS = 2;
  private static final Shard FIRST = new Shard(0, SHARDS);
  private static final Shard SECOND = new Shard(1, SHARDS);
  private static final Duration STEP = Duration.ofMillis(10);
  private static final Duration POLL = Duration.ofNanos(100_000);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ShardAccess access = new ShardAccess(SHARDS, timeline);
  private final NamespacedName first = new NamespacedName(namespaceOf(FIRST), "scaler");
  private final NamespacedName second = new NamespacedName(namespaceOf(SECOND), "scaler");
  private final Path kubeconfig;
  private Sandbox sandbox;
  private Components components;

  @SuppressWarnings("NullAway.Init")
  ShardWorkTest(@TempDir Path folder) {
    this.kubeconfig = folder.resolve("kubeconfig");
  }

  private static String namespaceOf(Shard shard) {
    return IntStream.range(0, 100)
        .mapToObj(each -> "team-" + each)
        .filter(shard::contains)
        .findFirst()
        .orElseThrow();
  }

  @BeforeEach
  void start() throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    sandbox.writeKubeconfig(kubeconfig);
    for (NamespacedName each : List.of(first, second)) {
      create("", ResourceTypes.NAMESPACES, "metadata: {name: " + each.namespace() + "}");
      create(
          each.namespace(),
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          WholeLoopTest.autoscaler("web"));
    }
    ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
    components =
        Components.builder(
                connection, timeline, ControllerOptions.DEFAULTS.withScaleReads(ScaleReads.WATCH))
            .access(access)
            .create();
  }

  @AfterEach
  void stop() {
    components.close();
    sandbox.close();
    timeline.close();
  }

  private void create(String namespace, ResourceType type, String manifest) throws IOException {
    ObjectNode tree = (ObjectNode) new YAMLMapper().readTree(manifest);
    sandbox.cluster().create(type, namespace, tree, false);
  }

  private ShardWork work(Runnable onStarting) {
    return new ShardWork(components, access, timeline, onStarting);
  }

  /** Lets time pass until a condition holds. */
  private void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      timeline.advance(STEP);
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Waits for what happens while the time of the cluster stands still. */
  private static void awaitNow(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private boolean isCached(NamespacedName key) {
    return components.autoscalers().get(key) != null;
  }

  /** Whether the watch has delivered an autoscaler, in scope or not. */
  private boolean isReceived(NamespacedName key) {
    long stored =
        sandbox
            .cluster()
            .get(
                ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
                new ObjectKey(key.namespace(), key.name()))
            .tree()
            .at("/metadata/resourceVersion")
            .asLong();
    return components.loop().watches().stream()
        .filter(each -> each.resource().equals("horizontalpodautoscalers"))
        .map(Reflector::revision)
        .allMatch(revision -> !revision.isEmpty() && Long.parseLong(revision) >= stored);
  }

  /**
   * The list of pods outlasts the drop, and the list of autoscalers has ended before: one that is
   * created while the shard is dropped is in neither the list nor the watch.
   */
  @Test
  void aShardThatIsPreparedAgainDuringAListHasItsAutoscalers() throws Exception {
    try (ShardWork work = work(() -> {})) {
      work.prepare(FIRST);
      await(() -> work.isPrepared(FIRST));
      sandbox.faults().add(Fault.parse("latency:delay=10s,path=/api/v1/pods,first=1"));
      work.prepare(SECOND);
      awaitNow(() -> isCached(second));
      work.drop(SECOND);
      create(
          second.namespace(),
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
          WholeLoopTest.autoscaler("web").replace("name: scaler", "name: late"));
      NamespacedName late = new NamespacedName(second.namespace(), "late");
      awaitNow(() -> isReceived(late));
      work.prepare(SECOND);
      await(() -> work.isPrepared(SECOND));
      assertNotNull(components.autoscalers().get(second));
      assertNotNull(components.autoscalers().get(late));
    }
  }

  @Test
  void aPreparedShardHasItsAutoscalersWheneverItWasDropped() {
    try (ShardWork work = work(() -> {})) {
      work.prepare(FIRST);
      await(() -> work.isPrepared(FIRST));
      for (int i = 0; i < 50; i++) {
        work.prepare(SECOND);
        LockSupport.parkNanos(i * POLL.toNanos() / 10);
        work.drop(SECOND);
        LockSupport.parkNanos((50 - i) * POLL.toNanos() / 10);
        work.prepare(SECOND);
        await(() -> work.isPrepared(SECOND));
        assertNotNull(components.autoscalers().get(second));
        work.drop(SECOND);
      }
      await(() -> !isCached(second));
      assertNotNull(components.autoscalers().get(first));
    }
  }

  /** Other work of the same thread is not kept waiting by lists that never end. */
  @Test
  void listsThatFailAreLoggedWithTheirCauseAndDoNotBlockOtherWork() {
    try (ShardWork work = work(() -> {});
        LogLines lines = LogLines.of(ShardWork.class)) {
      for (Shard each : List.of(FIRST, SECOND)) {
        work.prepare(each);
        await(() -> work.isPrepared(each));
      }
      work.drop(SECOND);
      await(() -> !isCached(second));
      sandbox.faults().add(Fault.parse("error:code=503,method=GET,path=/api/v1/pods"));
      work.prepare(SECOND);
      await(() -> isCached(second));
      await(() -> !lines.all().isEmpty());
      work.drop(SECOND);
      await(() -> !isCached(second));
      String line = lines.all().getFirst();
      assertTrue(line.startsWith("WARNING shards [1]: not taken over yet"), line);
      assertTrue(line.endsWith("pods: the server is currently unable to handle the request"), line);
      work.prepare(SECOND);
      sandbox.faults().clear();
      await(() -> work.isPrepared(SECOND));
      assertNotNull(components.autoscalers().get(second));
    }
  }

  /** Without its watch the scales of a kind are read from the server. */
  @Test
  void aKindOfTargetThatCannotBeListedDoesNotKeepAShardFromBeingPrepared() throws Exception {
    create(
        first.namespace(),
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        WholeLoopTest.autoscaler("web").replace("name: scaler", "name: other"));
    try (ShardWork work = work(() -> {})) {
      work.prepare(FIRST);
      await(() -> work.isPrepared(FIRST));
      awaitNow(
          () ->
              components.watches().stream()
                  .anyMatch(each -> each.resource().equals("deployments")));
      sandbox.faults().add(Fault.parse("error:code=403,path=/apis/apps/v1/deployments"));
      work.prepare(SECOND);
      await(() -> work.isPrepared(SECOND));
      assertNotNull(components.autoscalers().get(second));
    }
  }

  @Test
  void aFailureDelaysTheShardsOnly() {
    AtomicInteger attempts = new AtomicInteger();
    Runnable failingTwice =
        () -> {
          if (attempts.incrementAndGet() <= 2) {
            throw new IllegalStateException("expected by this test");
          }
        };
    try (ShardWork work = work(failingTwice)) {
      work.prepare(FIRST);
      await(() -> work.isPrepared(FIRST));
      assertNotNull(components.autoscalers().get(first));
    }
  }

  @Test
  void anAutoscalerThatMovedToAnotherReplicaIsNotReportedAsDeleted() {
    List<String> deleted = new CopyOnWriteArrayList<>();
    Logger log = Logger.getLogger("dev.hpa.controller.reconcile.DecisionLog");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            if (line.getMessage().contains("has been deleted")) {
              deleted.add(line.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.setLevel(Level.INFO);
    log.addHandler(handler);
    try (ShardWork work = work(() -> {})) {
      AtomicInteger decided = new AtomicInteger();
      components.loop().onReconcile(result -> decided.incrementAndGet());
      for (Shard each : List.of(FIRST, SECOND)) {
        work.prepare(each);
        await(() -> work.isPrepared(each));
        work.start(each);
      }
      await(() -> decided.get() >= 2);
      work.stop(SECOND);
      await(() -> work.isStopped(SECOND));
      work.drop(SECOND);
      await(() -> !isCached(second));
      sandbox
          .cluster()
          .delete(
              ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
              new ObjectKey(first.namespace(), first.name()),
              DeleteOptions.DEFAULT);
      Instant end = timeline.now().plus(Duration.ofMinutes(1));
      await(() -> !deleted.isEmpty() && !timeline.now().isBefore(end));
    } finally {
      log.removeHandler(handler);
      log.setLevel(null);
    }
    assertEquals(
        List.of("\"Horizontal Pod Autoscaler has been deleted\" HPA=\"" + first + "\""), deleted);
  }
}
