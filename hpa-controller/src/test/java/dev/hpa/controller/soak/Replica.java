package dev.hpa.controller.soak;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.kube.leader.LeaderElector;
import dev.hpa.kube.leader.LeaseLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** One of several controllers that compete for the Lease, each with its own user. */
final class Replica {

  private static final Duration TIMEOUT =
      LeaderElectionOptions.DEFAULTS.renewDeadline().dividedBy(2);

  private final String user;
  private final ClusterConnection connection;
  private final Components controller;
  private final LeaderElector elector;
  private final Thread running;
  private volatile boolean started;
  private volatile boolean ended;

  private Replica(
      String user, ClusterConnection connection, Components controller, LeaderElector elector) {
    this.user = user;
    this.connection = connection;
    this.controller = controller;
    this.elector = elector;
    this.running = Thread.ofVirtual().name(user).unstarted(this::run);
  }

  /**
   * Starts to compete.
   *
   * @param listener every reconcile
   */
  static Replica start(
      String user,
      Path kubeconfig,
      Timeline timeline,
      ControllerOptions options,
      ClientOptions client,
      RandomGenerator random,
      Consumer<ReconcileResult> listener)
      throws Exception {
    ClusterConnection own = ClusterConnection.open(kubeconfig, null, timeline);
    LeaderElectionOptions election = LeaderElectionOptions.DEFAULTS;
    LeaderElector elector =
        new LeaderElector(
            new LeaseLock(
                HttpKubernetesApi.withoutRetries(own, TIMEOUT),
                election.namespace(),
                election.name(),
                TIMEOUT),
            election,
            user,
            timeline,
            random::nextDouble);
    ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
    Components controller =
        Components.builder(connection, timeline, options).client(client).fence(elector).create();
    controller.loop().onReconcile(listener);
    Replica replica = new Replica(user, own, controller, elector);
    replica.running.start();
    return replica;
  }

  private void run() {
    try {
      elector.acquire();
      controller.loop().start();
      started = true;
      elector.hold();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      ended = true;
    }
  }

  String user() {
    return user;
  }

  Components controller() {
    return controller;
  }

  /** Whether it decides. */
  boolean isLeading() {
    return started && !ended;
  }

  /** Whether it lost the Lease and has to be replaced. */
  boolean hasEnded() {
    return ended;
  }

  /** Finishes what is being written, then releases the Lease if it is held. Waits for the time. */
  void close() {
    boolean wasLeading = isLeading();
    running.interrupt();
    controller.close();
    if (wasLeading) {
      elector.release();
    }
    connection.close();
  }
}
