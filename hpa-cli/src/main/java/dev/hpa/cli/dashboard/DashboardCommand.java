package dev.hpa.cli.dashboard;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ControllerFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.HistoryFlag;
import dev.hpa.app.cli.ProviderFlags;
import dev.hpa.app.cli.Shutdown;
import dev.hpa.app.cli.Subcommand;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.Verbosity;
import dev.hpa.cli.UserCluster;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.DashboardOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.WriteFence;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa dashboard}: shows the autoscalers of a cluster in the browser. */
@Command(
    name = "dashboard",
    description = {
      "Serve a page that shows every autoscaler of a cluster and explains its decisions.",
      "",
      "The decisions are made in shadow mode, beside the active controller: nothing is written to"
          + " the cluster. Everyone who can reach the address can read the page."
    },
    footer = {
      "",
      "Examples:",
      "  hpa dashboard",
      "  hpa dashboard --kubeconfig sandbox.kubeconfig --history 3h",
      "  hpa dashboard --address 127.0.0.1:9000"
    })
public final class DashboardCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;
  @Mixin private UserCluster cluster = new UserCluster();
  @Mixin private ControllerFlags controllerFlags = new ControllerFlags();
  @Mixin private ProviderFlags providerFlags = new ProviderFlags();
  @Mixin private HistoryFlag history = new HistoryFlag();

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description =
          "Address of the page (default: 127.0.0.1:8080, or any port of 127.0.0.1 if that is in"
              + " use).")
  private @Nullable String address;

  @SuppressWarnings("NullAway.Init")
  public DashboardCommand() {}

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    Logging.configure(LogOptions.of(Verbosity.of(0)));
    InetSocketAddress listen = address == null ? null : address(address);
    ControllerOptions options = controllerFlags.options().withShadow(true);
    PrintWriter out = spec.commandLine().getOut();
    history.kept();
    Shutdown shutdown = Shutdown.install();
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline);
        Components controller = controller(connection, timeline, options);
        LocalDashboard dashboard =
            LocalDashboard.start(
                controller,
                new DashboardOptions(
                    connection.server(),
                    true,
                    options.syncPeriod(),
                    options.settings(),
                    () -> true),
                new ApiEvents(new HttpKubernetesApi(connection)),
                history.kept(),
                listen,
                timeline,
                timeline)) {
      out.printf("Dashboard: %s%n", dashboard.page());
      out.println("Shadow decisions; nothing is written to the cluster. Press Ctrl-C to stop.");
      out.flush();
      Thread starting = Thread.ofVirtual().name("start").start(() -> start(controller));
      shutdown.await();
      starting.interrupt();
    } finally {
      shutdown.done();
    }
    return ExitStatus.SUCCESS;
  }

  private Components controller(
      ClusterConnection connection, Timeline timeline, ControllerOptions options) {
    return Components.create(
        connection,
        connection,
        timeline,
        options,
        providerFlags.checkedProviders(spec.commandLine().getErr()),
        ClientOptions.DEFAULTS,
        WriteFence.CLOSED,
        MetricsOptions.DEFAULTS);
  }

  /** Returns when the caches are filled, which takes as long as the cluster needs. */
  private static void start(Components controller) {
    try {
      controller.loop().start();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    try {
      if (colon > 0) {
        return new InetSocketAddress(
            text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
      }
    } catch (IllegalArgumentException malformed) {
      throw invalid(text);
    }
    throw invalid(text);
  }

  private static UsageException invalid(String text) {
    return new UsageException(
        "--address: \"" + text + "\" is not an address; write HOST:PORT, such as 127.0.0.1:8080");
  }
}
