package dev.hpa.app.process;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.serving.DashboardPage;
import dev.hpa.app.serving.ExplainPage;
import dev.hpa.app.serving.HealthChecks;
import dev.hpa.app.serving.MetricsPage;
import dev.hpa.app.serving.Pages;
import dev.hpa.app.serving.SecureServer;
import dev.hpa.app.serving.SliPage;
import dev.hpa.app.serving.Zpages;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.HpaControllerBuilder;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.dashboard.Dashboard;
import dev.hpa.dashboard.DashboardOptions;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The controller process: it serves HTTPS from the start, reconciles while it is the leader, and
 * shuts down in order: it finishes writes in progress, releases the Lease and closes the port.
 */
public final class ControllerProcess implements AutoCloseable {

  /**
   * The component name on z-pages: that of kube-controller-manager, so that existing tools work.
   */
  private static final String COMPONENT = "kube-controller-manager";

  private final HpaController controller;
  private final @Nullable SecureServer server;
  private final @Nullable Dashboard dashboard;
  private final Thread carriers = CarrierThreads.start();

  private ControllerProcess(
      HpaController controller, @Nullable SecureServer server, @Nullable Dashboard dashboard) {
    this.controller = controller;
    this.server = server;
    this.dashboard = dashboard;
  }

  /**
   * Creates the process and opens its port.
   *
   * @param timeline stays open
   * @param processStart when the process started, on the timeline
   * @throws KubeconfigException if the configuration of a cluster connection is invalid
   * @throws IOException if the port cannot be opened
   * @throws dev.hpa.controller.plugins.PluginException if the provider configuration is invalid
   */
  public static ControllerProcess open(RunOptions options, Timeline timeline, Instant processStart)
      throws KubeconfigException, IOException {
    AtomicReference<Runnable> starting = new AtomicReference<>(() -> {});
    DecisionHistory history = history(options);
    HpaControllerBuilder builder =
        HpaController.builder()
            .kubeconfig(options.kubeconfig())
            .server(options.master())
            .timeline(timeline)
            .processStart(processStart)
            .options(options.controller())
            .clientOptions(options.client())
            .providerConfig(options.providers())
            .metricsOptions(options.metrics())
            .leaderElection(options.leaderElection())
            .shards(options.shards())
            .state(options.state())
            .serviceAccountCredentials(options.serviceAccountCredentials())
            .shutdownTimeout(options.shutdownTimeout())
            .onStarting(() -> starting.get().run());
    HpaController controller = (history == null ? builder : builder.history(history)).build();
    try {
      Health health = new Health(controller);
      starting.set(health::starting);
      Dashboard dashboard =
          history == null ? null : dashboard(options, controller, history, timeline);
      return new ControllerProcess(
          controller, serve(options, controller, health, dashboard, timeline), dashboard);
    } catch (IOException | KubeconfigException | RuntimeException failure) {
      controller.close();
      throw failure;
    }
  }

  /** What the dashboard shows; null if there is none. */
  private static @Nullable DecisionHistory history(RunOptions options) {
    return options.dashboard() == null || options.serving().port() == 0
        ? null
        : new DecisionHistory(options.dashboard());
  }

  private static Dashboard dashboard(
      RunOptions options, HpaController controller, DecisionHistory history, Timeline timeline) {
    return new Dashboard(
        controller.components(),
        history,
        new DashboardOptions(
            controller.server(),
            options.controller().mode(),
            options.controller().syncPeriod(),
            options.controller().settings(),
            controller::isLeading),
        ClusterEvents.NONE,
        timeline,
        timeline);
  }

  private static @Nullable SecureServer serve(
      RunOptions options,
      HpaController controller,
      Health health,
      @Nullable Dashboard dashboard,
      Timeline timeline)
      throws IOException, KubeconfigException {
    if (options.serving().port() == 0) {
      return null;
    }
    Components components = controller.components();
    Pages pages = new Pages();
    for (HealthChecks checks : health.all()) {
      pages.put("/" + checks.type(), checks);
    }
    pages.put("/metrics", new MetricsPage(components.metrics()));
    pages.put("/metrics/slis", new SliPage(health.all().toArray(HealthChecks[]::new)));
    pages.put("/configz", new ConfigzPage(options));
    Zpages zpages = new Zpages(COMPONENT);
    pages.put("/flagz", zpages.flagz(shown(options.effective(), components.secrets())));
    pages.put(
        "/statusz",
        zpages.statusz(
            timeline::wall,
            options.reportedVersion(),
            options.version().emulated(),
            components.loop()::waitingForMemory,
            pages));
    if (options.profiling()) {
      pages.put("/debug/flags/v", new VerbosityPage(options.logging()));
    }
    new ExplainPage(components.inspector(), controller::isLeading).addTo(pages);
    if (dashboard != null) {
      new DashboardPage(dashboard).addTo(pages);
    }
    return SecureServer.start(
        options.serving(),
        options.authentication(),
        options.authorization(),
        pages,
        timeline,
        components.metrics().reviews());
  }

  /** The flags with secrets redacted. */
  private static Map<String, String> shown(Map<String, String> flags, SecretSettings secrets) {
    Map<String, String> shown = new TreeMap<>(flags);
    shown.computeIfPresent("provider-setting", (flag, value) -> secrets.masked(value));
    return shown;
  }

  /** The address of the API server. */
  public String cluster() {
    return controller.server();
  }

  /** The controller of this process. */
  public HpaController controller() {
    return controller;
  }

  /** The HTTPS port; 0 if serving is disabled. */
  public int port() {
    return server == null ? 0 : server.port();
  }

  /**
   * Acquires the Lease and reconciles until it is interrupted or fails.
   *
   * @return the reason of the failure
   */
  public String run() throws InterruptedException {
    return controller.run();
  }

  /** Shuts down the controller within its timeout, then closes the port. */
  @Override
  public void close() {
    if (dashboard != null) {
      dashboard.close();
    }
    controller.close();
    if (server != null) {
      server.close();
    }
    carriers.interrupt();
  }
}
