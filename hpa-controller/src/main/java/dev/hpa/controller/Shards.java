package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.events.ObjectReference;
import dev.hpa.controller.metrics.ShardMetrics;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.shards.ShardAccess;
import dev.hpa.controller.shards.ShardCoordinator;
import dev.hpa.controller.shards.ShardListener;
import dev.hpa.controller.shards.ShardOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.leader.Lease;
import dev.hpa.kube.leader.LeaseNamespace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of a controller: runs the steps of a {@link ShardCoordinator}, and reports what
 * happens to shards as metrics and as the events of leader election about their Leases.
 * Thread-safe.
 */
final class Shards implements ShardListener {

  private static final Logger LOG = LoggerFactory.getLogger(Shards.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final ShardOptions options;
  private final ShardAccess access;
  private final Components components;
  private final ShardMetrics metrics;
  private final String identity;
  private final LeaseNamespace namespace;
  private final Timeline timeline;

  /** Not limited by the shards, because Leases belong to none of them. */
  private final EventRecorder events;

  private final CountDownLatch left = new CountDownLatch(1);
  private volatile CountDownLatch wake = new CountDownLatch(1);
  private volatile Instant lastStep = Instant.MIN;
  private volatile @Nullable ShardCoordinator coordinator;
  private boolean leaving;

  /**
   * @param connection stays open
   * @param timeout of a request about Leases
   */
  Shards(
      ShardOptions options,
      ShardAccess access,
      Components components,
      ClusterConnection connection,
      String identity,
      Duration timeout,
      Timeline timeline) {
    this.options = options;
    this.access = access;
    this.components = components;
    this.metrics = components.metrics().shards();
    this.identity = identity;
    this.timeline = timeline;
    this.namespace =
        new LeaseNamespace(
            HttpKubernetesApi.withoutRetries(connection, timeout),
            options.election().namespace(),
            timeout);
    this.events =
        new EventRecorder(
            new HttpKubernetesApi(connection), timeline, () -> timeline.random().nextLong());
  }

  ShardAccess access() {
    return access;
  }

  /**
   * Holds shards until {@link #leave} or an interrupt.
   *
   * @param onStarting runs before the caches are filled for the first time
   */
  void run(Runnable onStarting) throws InterruptedException {
    try (ShardWork work = new ShardWork(components, access, timeline, onStarting)) {
      ShardCoordinator created =
          new ShardCoordinator(
              namespace,
              options,
              identity,
              timeline,
              work,
              access,
              this,
              this::inParallel,
              () -> timeline.random().nextDouble());
      metrics.begin(options, created::members);
      if (begin(created)) {
        steps(created);
      }
    }
  }

  private synchronized boolean begin(ShardCoordinator created) {
    lastStep = timeline.now();
    coordinator = leaving ? null : created;
    return !leaving;
  }

  /**
   * Runs tasks at the same time; returns when all have ended. Not on virtual threads: Leases are
   * renewed however busy those of reconciles are.
   */
  private void inParallel(List<Runnable> tasks) {
    if (tasks.size() == 1) {
      tasks.getFirst().run();
      return;
    }
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(timeline.thread("lease").factory())) {
      tasks.forEach(threads::execute);
    }
  }

  private void steps(ShardCoordinator running) throws InterruptedException {
    try {
      while (!running.hasLeft()) {
        CountDownLatch next = new CountDownLatch(1);
        wake = next;
        timeline.await(next, step(running));
      }
    } finally {
      left.countDown();
    }
  }

  private Duration step(ShardCoordinator running) {
    try {
      return running.step();
    } catch (RuntimeException failure) {
      // Without further steps this replica would lose its shards.
      LOG.error("shards: unexpected failure", failure);
      return AFTER_FAILURE;
    } finally {
      lastStep = timeline.now();
    }
  }

  @Override
  public void acquired(Shard shard, Acquired from, Lease lease) {
    metrics.acquired(shard, from);
    events.record(
        ObjectReference.to("coordination.k8s.io/v1", "Lease", lease.metadata()),
        HpaController.COMPONENT,
        new HpaEvent(HpaEvent.Type.NORMAL, "LeaderElection", identity + " became leader"));
  }

  @Override
  public void ended(Shard shard, Ended reason, Duration took) {
    metrics.ended(shard, reason, took);
  }

  /**
   * Hands over all shards.
   *
   * @param timeout in real time; in the last third, without waiting for replicas that fill caches
   * @return whether all were handed over or released in time
   */
  boolean leave(Duration timeout) throws InterruptedException {
    ShardCoordinator running = end();
    boolean isDone = running == null || leave(running, timeout.dividedBy(3));
    events.close();
    return isDone;
  }

  private synchronized @Nullable ShardCoordinator end() {
    leaving = true;
    return coordinator;
  }

  private boolean leave(ShardCoordinator running, Duration third) throws InterruptedException {
    running.leave();
    wake.countDown();
    if (timeline.awaitReal(left, third.multipliedBy(2))) {
      return true;
    }
    running.hurry();
    return timeline.awaitReal(left, third);
  }

  /** Time since the last step has ended; zero before the first. */
  Duration idleFor() {
    return coordinator == null ? Duration.ZERO : Duration.between(lastStep, timeline.now());
  }

  /**
   * Time since this replica last took part in the distribution of shards; zero before the first.
   */
  Duration apartFor() {
    ShardCoordinator running = coordinator;
    return running == null ? Duration.ZERO : running.apartFor();
  }
}
