package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.OptionSourceFlags;
import dev.hpa.app.cli.ProviderFlags;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.LiveAutoscalerName;
import dev.hpa.cli.ServerVersionOption;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.controller.RunningController;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.YamlText;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hpa capture}: captures a live autoscaler as a scenario. */
@Command(
    name = "capture",
    modelTransformer = FlagOptions.class,
    description = {
      "Capture a live HPA as a scenario for `hpa evaluate` and bug reports: the HPA,"
          + " its"
          + " target's scale, its pods and its metric values.",
      "",
      "Pods are reduced to names, labels, requests, limits and readiness: no environment,"
          + " images,"
          + " annotations other than options, or volumes. Nothing is written to the cluster."
    },
    footer = {
      "",
      "Examples:",
      "  hpa capture shop/web > web.yaml && hpa evaluate --trace -f web.yaml",
      "  hpa capture --kubeconfig prod.kubeconfig --controller http://127.0.0.1:10258 shop/web",
      "  hpa capture -o json shop/web"
    })
public final class CaptureCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  @Spec private CommandSpec spec;
  @Mixin private UserCluster cluster = new UserCluster();
  @Mixin private ServerVersionOption release = new ServerVersionOption();
  private final DecisionFlags flags = new DecisionFlags();
  private final OptionSourceFlags optionFlags = new OptionSourceFlags();
  private final ProviderFlags providerFlags = new ProviderFlags();
  @Mixin private OutputOption output = OutputOption.of(OutputFormat.YAML, OutputFormat.JSON);

  @Mixin private LiveAutoscalerName autoscalerName = new LiveAutoscalerName();
  private NamespacedName autoscaler;

  @Mixin private RunningController controller = new RunningController();

  @SuppressWarnings("NullAway.Init")
  public CaptureCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.SEE;
  }

  @Override
  public List<Flag<?>> flags() {
    return Stream.of(flags.all(), optionFlags.all(), providerFlags.all())
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
    Logging.errorsOnly();
    autoscaler = autoscalerName.of(cluster);
    JsonNode history =
        controller.isGiven() ? controller.explanation(cluster, autoscaler).get("history") : null;
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      KubernetesApi api = cluster.api(connection);
      ObjectNode scenario =
          Capture.of(
              api,
              timeline,
              release.settings(flags, api),
              optionFlags.settings(),
              providerFlags.checkedProviders(spec.commandLine().getErr()),
              autoscaler,
              history);
      PrintWriter out = spec.commandLine().getOut();
      if (output.format() == OutputFormat.JSON) {
        out.println(SafeText.json(Json.text(scenario)));
      } else {
        out.print(YamlText.inStream(scenario));
      }
      out.flush();
    }
    return ExitStatus.SUCCESS;
  }
}
