package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.shards.ShardAccess;
import dev.hpa.controller.shards.ShardCoordinator;
import dev.hpa.controller.shards.ShardOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.leader.LeaseNamespace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The shards of a controller. Thread-safe. */
final class Shards {

  private final ShardOptions options;
  private final ShardAccess access;
  private final Components components;
  private final String identity;
  private final LeaseNamespace namespace;
  private final Timeline timeline;
  private final EventRecorder events;
  private volatile @Nullable ShardRunner runner;
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
      ShardCoordinator coordinator =
          new ShardCoordinator(
              namespace,
              options,
              identity,
              timeline,
              work,
              access,
              new ShardReports(
                  HpaController.COMPONENT, identity, events, components.metrics().shards()),
              tasks -> ShardRunner.inParallel(timeline, tasks),
              () -> timeline.random().nextDouble());
      components.metrics().shards().begin(options, coordinator::members);
      ShardRunner begun = begin(new ShardRunner(coordinator, timeline));
      if (begun != null) {
        begun.run();
      }
    }
  }

  private synchronized @Nullable ShardRunner begin(ShardRunner created) {
    runner = leaving ? null : created;
    return runner;
  }

  private synchronized @Nullable ShardRunner end() {
    leaving = true;
    return runner;
  }

  /**
   * Hands over all shards.
   *
   * @param timeout in real time
   * @return whether that was done in time
   */
  boolean leave(Duration timeout) throws InterruptedException {
    ShardRunner running = end();
    boolean isDone = running == null || running.leave(timeout);
    events.close();
    return isDone;
  }

  Duration idleFor() {
    ShardRunner running = runner;
    return running == null ? Duration.ZERO : running.idleFor();
  }

  Duration apartFor() {
    ShardRunner running = runner;
    return running == null ? Duration.ZERO : running.apartFor();
  }
}
