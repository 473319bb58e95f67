package dev.hpa.cli.dashboard;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ClientFlags;
import dev.hpa.app.cli.ControllerFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.HistoryFlag;
import dev.hpa.app.cli.ProviderFlags;
import dev.hpa.app.cli.Shutdown;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.Verbosity;
import dev.hpa.cli.ServerVersionOption;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.controller.RunningController;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa dashboard}: shows the autoscalers of a cluster in the browser. */
@Command(
    name = "dashboard",
    modelTransformer = FlagOptions.class,
    description = {
      "Serve a page that shows every HPA of a cluster and explains its decisions.",
      "",
      "The decisions are made in shadow mode, beside the active controller: nothing is written to"
          + " the cluster. With --controller https://HOST:PORT the page is that of the running"
          + " controller, which has --dashboard, with its own decisions and history. Everyone who"
          + " can reach the address can read the page."
    },
    footer = {
      "",
      "Examples:",
      "  hpa dashboard",
      "  hpa dashboard --kubeconfig sandbox.kubeconfig --history 3h",
      "  hpa dashboard -n shop --address 127.0.0.1:9000",
      "  hpa dashboard --controller https://127.0.0.1:10257 --controller-insecure"
    })
public final class DashboardCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  @Spec private CommandSpec spec;
  @Mixin private UserCluster cluster = new UserCluster();
  @Mixin private ServerVersionOption release = new ServerVersionOption();
  private final ControllerFlags controllerFlags = new ControllerFlags();
  private final ProviderFlags providerFlags = new ProviderFlags();
  private final HistoryFlag history = new HistoryFlag();
  private final ClientFlags client = new ClientFlags();

  @Mixin private RunningController controller = new RunningController();

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = "Address of the page (default: " + PageAddress.DEFAULT + ").")
  private @Nullable String address;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Namespace whose HPAs are shown; needs rights in it only (default: all).")
  private String namespace = "";

  @SuppressWarnings("NullAway.Init")
  public DashboardCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.SEE;
  }

  @Override
  public List<Flag<?>> flags() {
    return Stream.of(controllerFlags.all(), providerFlags.all(), history.all(), client.all())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void addSections(String file) {
    providerFlags.addSections(file);
  }

  @Override
  public Integer call()
      throws IOException, KubeconfigException, KubernetesApiException, InterruptedException {
    Logging.configure(LogOptions.of(Verbosity.of(0)));
    PageAddress listen = PageAddress.parse("--address", address);
    if (controller.isGiven()) {
      if (!namespace.isEmpty()) {
        throw new UsageException("--namespace: has no effect with --controller; remove it");
      }
      return forward(listen);
    }
    Duration kept = history.kept();
    ProviderConfig providers = providerFlags.checkedProviders(spec.commandLine().getErr());
    PrintWriter out = spec.commandLine().getOut();
    Shutdown shutdown = Shutdown.install();
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline);
        ShadowDashboard dashboard =
            ShadowDashboard.start(
                connection,
                namespace,
                controllerFlags.options(version(cluster.api(connection))),
                providers,
                client.options(),
                kept,
                listen,
                timeline,
                timeline)) {
      out.printf("Dashboard: %s%n", dashboard.page());
      out.println("Shadow decisions; nothing is written to the cluster. Press Ctrl-C to stop.");
      out.flush();
      shutdown.await();
    } finally {
      shutdown.done();
    }
    return ExitStatus.SUCCESS;
  }

  /** The release, after a request that shows that the user may list the HPAs. */
  private KubernetesVersion version(KubernetesApi api) throws KubernetesApiException {
    try {
      api.call(
          ApiRequest.get(
              ApiRequest.pathOf("/apis/autoscaling/v2", namespace, "horizontalpodautoscalers"),
              Map.of("limit", "1"),
              new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", "")),
          InputStream::readAllBytes);
    } catch (KubernetesApiException refused) {
      if (refused.code() == 403 && namespace.isEmpty()) {
        throw new UsageException(
            refused.text() + "; use -n NAMESPACE to show one namespace", refused);
      }
      throw refused;
    }
    return release.of(api);
  }

  private int forward(PageAddress listen)
      throws IOException, KubeconfigException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Shutdown shutdown = Shutdown.install();
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = controller.connect(cluster, timeline);
        ForwardedDashboard dashboard =
            ForwardedDashboard.start(connection, controller, listen, timeline)) {
      out.printf("Dashboard: %s%n", dashboard.page());
      out.printf(
          "Decisions of %s, with your credentials. Press Ctrl-C to stop.%n", connection.server());
      out.flush();
      shutdown.await();
    } finally {
      shutdown.done();
    }
    return ExitStatus.SUCCESS;
  }
}
