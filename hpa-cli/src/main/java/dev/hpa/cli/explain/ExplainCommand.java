package dev.hpa.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.api.Timestamps;
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
import dev.hpa.cli.capture.Capture;
import dev.hpa.cli.capture.LiveCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.controller.RunningController;
import dev.hpa.cli.evaluate.Evaluation;
import dev.hpa.cli.evaluate.ScenarioFormatException;
import dev.hpa.cli.evaluate.ScenarioReader;
import dev.hpa.cli.evaluate.TraceFormat;
import dev.hpa.cli.manifests.ReplicasSource;
import dev.hpa.cli.manifests.StatusWriter;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.YamlText;
import dev.hpa.controller.explain.Explanation;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hpa explain}: explains the decision about a live autoscaler. */
@Command(
    name = "explain",
    modelTransformer = FlagOptions.class,
    description = {
      "Explain the current decision about a live HPA: every step, its conditions and"
          + " its"
          + " events.",
      "",
      "With --controller the running controller explains, including its recommendation"
          + " history."
          + " Otherwise the decision is computed from the cluster's current state."
          + " Nothing is written."
    },
    footer = {
      "",
      "Examples:",
      "  hpa explain shop/web",
      "  hpa explain web --controller https://127.0.0.1:10257 --controller-insecure",
      "  hpa explain --kubeconfig sandbox.kubeconfig -o json shop/web"
    })
public final class ExplainCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  private static final String NO_MEMORY =
      "Computed as Kubernetes %s from the cluster's current state: the controller's recommendation"
          + " history is not known, so stabilization and policies start with the current replicas."
          + " Flags, plug-ins and routes are those of this command; --config names those of the"
          + " controller.";

  @Spec private CommandSpec spec;
  @Mixin private UserCluster cluster = new UserCluster();
  @Mixin private ServerVersionOption release = new ServerVersionOption();
  private final DecisionFlags flags = new DecisionFlags();
  private final OptionSourceFlags optionFlags = new OptionSourceFlags();
  private final ProviderFlags providerFlags = new ProviderFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Mixin private LiveAutoscalerName autoscalerName = new LiveAutoscalerName();
  private NamespacedName autoscaler;

  @Mixin private RunningController controller = new RunningController();

  @SuppressWarnings("NullAway.Init")
  public ExplainCommand() {}

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
    boolean isAsked = controller.isGiven();
    autoscaler = autoscalerName.of(cluster);
    Explanation explanation = isAsked ? fromController() : fromCluster();
    PrintWriter out = spec.commandLine().getOut();
    switch (output.format()) {
      case TEXT -> out.print(explanation.describe());
      case JSON -> out.println(SafeText.json(Json.text(explanation.json())));
      default -> out.print(YamlText.inStream(explanation.json()));
    }
    out.flush();
    return ExitStatus.SUCCESS;
  }

  private Explanation fromController() throws IOException, KubeconfigException {
    JsonNode response = controller.explanation(cluster, autoscaler);
    return new Explanation(
        response.path("autoscaler"),
        response.path("trace"),
        response.path("text").asText(),
        queries(response.path("queries")),
        response.path("replicasChangedBy").asText(null),
        null,
        response.path("note").asText(null));
  }

  private static Map<String, String> queries(JsonNode byMetric) {
    Map<String, String> queries = new LinkedHashMap<>();
    byMetric.properties().forEach(each -> queries.put(each.getKey(), each.getValue().asText()));
    return queries;
  }

  private Explanation fromCluster()
      throws IOException, KubeconfigException, KubernetesApiException {
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      KubernetesApi api = cluster.api(connection);
      KubernetesVersion version = release.of(api);
      try (LiveCluster live =
          LiveCluster.open(
              api,
              timeline,
              flags.settings(version),
              optionFlags.settings(),
              providerFlags.checkedProviders(spec.commandLine().getErr()))) {
        return explanation(live, Capture.of(live, autoscaler), version);
      }
    } catch (ScenarioFormatException failure) {
      throw new IllegalStateException("the captured scenario is invalid", failure);
    }
  }

  private Explanation explanation(LiveCluster live, Capture capture, KubernetesVersion version)
      throws KubernetesApiException, ScenarioFormatException {
    Capture.Captured captured = capture.captured();
    // With the captured metric values, so that failures have the controller's messages.
    JsonNode results =
        Evaluation.run(
                ScenarioReader.read(captured.scenario()), TraceFormat.BOTH, captured.readings())
            .at("/steps/0/results");
    JsonNode result = results.path(results.size() - 1);
    return new Explanation(
        captured.scenario().at("/steps/0/apply/0"),
        result.path("trace"),
        result.path("sentences").asText(),
        captured.sent(),
        changedBy(live, capture.autoscaler()),
        live.reader().events(autoscaler),
        ControllerRights.missing(capture.autoscaler().status())
            + (StatusWriter.ignoresOptions(capture.autoscaler())
                ? StatusWriter.IGNORES_OPTIONS + ". "
                : "")
            + NO_MEMORY.formatted(version));
  }

  private static @Nullable String changedBy(LiveCluster cluster, HorizontalPodAutoscaler hpa) {
    Instant scaled = hpa.status().lastScaleTime();
    return scaled == null
        ? null
        : cluster
            .reader()
            .target(hpa)
            .flatMap(target -> ReplicasSource.writerSince(target, scaled))
            .map(by -> by + ", after the HPA scaled at " + Timestamps.format(scaled))
            .orElse(null);
  }
}
