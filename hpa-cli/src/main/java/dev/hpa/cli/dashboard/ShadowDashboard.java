package dev.hpa.cli.dashboard;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.DashboardOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.WriteFence;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * A dashboard with a controller in shadow mode: its decisions apply the options of autoscalers, and
 * nothing is written to the cluster.
 */
public final class ShadowDashboard implements AutoCloseable {

  private final Components controller;
  private final LocalDashboard dashboard;
  private final Thread starting;

  private ShadowDashboard(Components controller, LocalDashboard dashboard) {
    this.controller = controller;
    this.dashboard = dashboard;
    this.starting = Thread.ofVirtual().name("start").start(() -> start(controller));
  }

  /** Returns when the caches are filled, which takes as long as the cluster needs. */
  private static void start(Components controller) {
    try {
      controller.loop().start();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Starts a controller and the server of its page. The caches are filled in the background.
   *
   * @param connection closed with this
   * @param namespace whose HPAs are shown; empty for all
   * @param client limits of the requests to the cluster
   * @param history how long decisions are kept
   * @param pace real time; stays open
   * @param clock the time of the cluster; stays open
   * @throws IOException if the address cannot be listened on
   */
  public static ShadowDashboard start(
      ClusterConnection connection,
      String namespace,
      ControllerOptions options,
      ProviderConfig providers,
      ClientOptions client,
      Duration history,
      PageAddress address,
      Timeline pace,
      Timeline clock)
      throws IOException {
    ControllerOptions shadow = options.withMode(ControllerMode.SHADOW_WITH_OPTIONS);
    Components controller =
        Components.builder(connection, clock, shadow)
            .providers(providers)
            .client(client)
            .access(
                namespace.isEmpty()
                    ? NamespaceAccess.undivided(WriteFence.OPEN)
                    : NamespaceAccess.only(namespace, WriteFence.OPEN))
            .create();
    try {
      return new ShadowDashboard(
          controller,
          LocalDashboard.start(
              controller,
              DashboardOptions.of(connection.server(), shadow),
              new ApiEvents(new HttpKubernetesApi(connection)),
              history,
              address,
              pace,
              clock));
    } catch (IOException failure) {
      controller.close();
      throw failure;
    }
  }

  /** The URL of the page. */
  public URI page() {
    return dashboard.page();
  }

  @Override
  public void close() {
    starting.interrupt();
    dashboard.close();
    controller.close();
  }
}
