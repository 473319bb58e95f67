package dev.hpa.cli.preflight;

import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ControllerFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.ProviderFlags;
import dev.hpa.app.cli.StateFlags;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.ServerVersionOption;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.cli.output.YamlText;
import dev.hpa.controller.shards.ShardOptions;
import dev.hpa.controller.state.StateStorage;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa preflight}: checks whether a cluster is ready for the controller. */
@Command(
    name = "preflight",
    modelTransformer = FlagOptions.class,
    description = {
      "Check a cluster before the controller is installed: the API server, the permissions of"
          + " the"
          + " kubeconfig's user, the metrics APIs, the Leases, the active HPA controller,"
          + " and the"
          + " decision about each HPA.",
      "",
      "Give the flags that the controller will have. With --shadow, which needs no write"
          + " permissions, the checks are those of shadow mode.",
      "",
      "Nothing is written. Decisions are computed from the cluster's current state, without"
          + " the"
          + " recommendation history of the active controller."
    },
    footer = {
      "",
      "Exit status: 0 no check failed; 1 a check failed; 2 usage error.",
      "",
      "Examples:",
      "  hpa preflight",
      "  hpa preflight --shadow --horizontal-pod-autoscaler-sync-period=30s",
      "  hpa preflight --kubeconfig controller.kubeconfig --shards=8 --state=ConfigMap",
      "  hpa preflight -o json | jq '.checks[] | select(.outcome != \"ok\")'"
    })
public final class PreflightCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Mixin private UserCluster cluster = new UserCluster();
  @Mixin private ServerVersionOption release = new ServerVersionOption();
  private final ControllerFlags flags = new ControllerFlags();
  private final ProviderFlags providerFlags = new ProviderFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = "--lease",
      paramLabel = "NAMESPACE/NAME",
      defaultValue = "hpa-system/hpa-controller",
      description = "Lease of the controller (default: ${DEFAULT-VALUE}).")
  private String lease = "";

  @Option(
      names = "--state",
      paramLabel = "STORAGE",
      defaultValue = "None",
      description =
          "Check for a controller with this value of --state: None or ConfigMap (default:"
              + " ${DEFAULT-VALUE}).")
  private String state = "None";

  @Option(
      names = "--shards",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Check for controllers with this value of --shards; 0 for one leader (default:"
              + " ${DEFAULT-VALUE}).")
  private int shards;

  @Option(
      names = "--decisions",
      paramLabel = "N",
      defaultValue = "500",
      description = "Maximum number of HPAs to evaluate; 0 for none (default: ${DEFAULT-VALUE}).")
  private int decisions;

  @SuppressWarnings("NullAway.Init")
  public PreflightCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.SEE;
  }

  @Override
  public List<Flag<?>> flags() {
    return Stream.of(flags.all(), providerFlags.all()).flatMap(List::stream).toList();
  }

  @Override
  public void addSections(String file) {
    providerFlags.addSections(file);
  }

  @Override
  public Integer call() throws IOException, KubeconfigException {
    Logging.errorsOnly();
    if (decisions < 0) {
      throw new UsageException("--decisions: \"" + decisions + "\" is less than 0; give 0 or more");
    }
    PreflightOptions options =
        new PreflightOptions(
            lease(),
            StateFlags.storage(state) == StateStorage.CONFIG_MAP,
            shards(),
            release.given(),
            flags::options,
            providerFlags.providers(),
            decisions);
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      ProgressBar bar = ProgressBar.onTerminal();
      PreflightReport report;
      try {
        report =
            Preflight.run(
                HttpKubernetesApi.withoutRetries(connection, TIMEOUT),
                connection.server(),
                timeline,
                options,
                bar::show);
      } finally {
        bar.clear();
      }
      print(report);
      return report.passed() ? ExitStatus.SUCCESS : ExitStatus.FAILED;
    }
  }

  private int shards() {
    if (shards < 0 || shards > ShardOptions.MAX) {
      throw new UsageException(
          "--shards: \"%d\" is out of range; give a number from 0 to %d"
              .formatted(shards, ShardOptions.MAX));
    }
    return shards;
  }

  private NamespacedName lease() {
    try {
      return NamespacedName.parse(lease);
    } catch (IllegalArgumentException invalid) {
      throw new UsageException(
          "--lease: \""
              + lease
              + "\" is not the name of a Lease; write NAMESPACE/NAME, such as "
              + LeaseChecks.DEFAULT,
          invalid);
    }
  }

  private void print(PreflightReport report) throws IOException {
    PrintWriter out = DocumentOutput.open();
    switch (output.format()) {
      case TEXT -> new PreflightText(out, DocumentOutput.isColored()).print(report);
      case JSON -> out.println(SafeText.json(Json.text(report)));
      default -> out.print(YamlText.inStream(Json.tree(report)));
    }
    out.flush();
  }
}
