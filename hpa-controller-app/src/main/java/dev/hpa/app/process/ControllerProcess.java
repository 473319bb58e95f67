package dev.hpa.app.process;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.serving.ExplainPage;
import dev.hpa.app.serving.HealthChecks;
import dev.hpa.app.serving.MetricsPage;
import dev.hpa.app.serving.Pages;
import dev.hpa.app.serving.SecureServer;
import dev.hpa.app.serving.SliPage;
import dev.hpa.app.serving.Zpages;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The controller as a process of a cluster: its port is open from the start, it reconciles once it
 * is the leader, and it ends in order: what is being written is finished, the Lease is released,
 * the port is closed.
 */
public final class ControllerProcess implements AutoCloseable {

  /** The name of the pages about this process, which tools that look for upstream's know. */
  private static final String COMPONENT = "kube-controller-manager";

  private final HpaController controller;
  private final @Nullable SecureServer server;

  private ControllerProcess(HpaController controller, @Nullable SecureServer server) {
    this.controller = controller;
    this.server = server;
  }

  /**
   * Puts the process together and opens its port.
   *
   * @param timeline stays open
   * @throws KubeconfigException when a cluster cannot be reached as configured
   * @throws IOException when the port cannot be served
   * @throws dev.hpa.controller.plugins.PluginException when the providers cannot be used as
   *     configured
   */
  public static ControllerProcess open(RunOptions options, Timeline timeline)
      throws KubeconfigException, IOException {
    AtomicReference<Runnable> starting = new AtomicReference<>(() -> {});
    HpaController controller =
        HpaController.builder()
            .kubeconfig(options.kubeconfig())
            .server(options.master())
            .timeline(timeline)
            .options(options.controller())
            .clientOptions(options.client())
            .providerConfig(options.providers())
            .metricsOptions(options.metrics())
            .leaderElection(options.leaderElection())
            .serviceAccountCredentials(options.serviceAccountCredentials())
            .shutdownTimeout(options.shutdownTimeout())
            .onStarting(() -> starting.get().run())
            .build();
    try {
      Health health = new Health(controller.elector(), controller.components());
      starting.set(health::starting);
      return new ControllerProcess(
          controller, serve(options, controller.components(), health, timeline));
    } catch (IOException | KubeconfigException | RuntimeException failure) {
      controller.close();
      throw failure;
    }
  }

  private static @Nullable SecureServer serve(
      RunOptions options, Components controller, Health health, Timeline timeline)
      throws IOException, KubeconfigException {
    if (options.serving().port() == 0) {
      return null;
    }
    Pages pages = new Pages();
    for (HealthChecks checks : health.all()) {
      pages.put("/" + checks.type(), checks);
    }
    pages.put("/metrics", new MetricsPage(controller.metrics()));
    pages.put("/metrics/slis", new SliPage(health.all().toArray(HealthChecks[]::new)));
    pages.put("/configz", new ConfigzPage(options));
    Zpages zpages = new Zpages(COMPONENT);
    pages.put("/flagz", zpages.flagz(shown(options.effective(), controller.secrets())));
    pages.put(
        "/statusz",
        zpages.statusz(
            timeline::wall,
            options.reportedVersion(),
            options.version().emulated().toString(),
            pages));
    if (options.profiling()) {
      pages.put("/debug/flags/v", new VerbosityPage(options.logging()));
    }
    new ExplainPage(controller.inspector()).addTo(pages);
    return SecureServer.start(
        options.serving(),
        options.authentication(),
        options.authorization(),
        pages,
        timeline,
        controller.metrics().reviews());
  }

  /** Flags without secrets. */
  private static Map<String, String> shown(Map<String, String> flags, SecretSettings secrets) {
    Map<String, String> shown = new TreeMap<>(flags);
    shown.computeIfPresent("provider-setting", (flag, value) -> secrets.masked(value));
    return shown;
  }

  /** The address of the API server. */
  public String cluster() {
    return controller.server();
  }

  /** The controller of this process, to listen to. */
  public HpaController controller() {
    return controller;
  }

  /** The port that is served; 0 for none. */
  public int port() {
    return server == null ? 0 : server.port();
  }

  /**
   * Waits for the Lease and reconciles, until it is interrupted or cannot continue.
   *
   * @return why it cannot continue
   */
  public String run() throws InterruptedException {
    return controller.run();
  }

  /** Ends in order: the controller within its shutdown timeout, then the port. */
  @Override
  public void close() {
    controller.close();
    if (server != null) {
      server.close();
    }
  }
}
