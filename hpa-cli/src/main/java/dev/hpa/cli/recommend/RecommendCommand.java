package dev.hpa.cli.recommend;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.LiveAutoscalerName;
import dev.hpa.cli.ServerVersionOption;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.cli.simulate.LoadFlags;
import dev.hpa.cli.simulate.PodTimes;
import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.cli.simulate.SimulateOptions;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.core.Settings;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.Patch;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa recommend}: searches better settings of an autoscaler. */
@Command(
    name = "recommend",
    modelTransformer = FlagOptions.class,
    description = {
      "Search the settings of an HPA that cost the fewest pod-hours and still serve the load,"
          + " by replays of a recorded load.",
      "",
      "The HPA is in a file (-f) or in a cluster (NAME). The load is the total demand on the"
          + " workload, from a file (--load) or from Prometheus (--prometheus, --query). Settings are"
          + " searched with the first 70 %% of the load and verified with the rest. Nothing is"
          + " written."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 nothing can be recommended; 2 usage error, or an unusable file.",
      "",
      "Examples:",
      "  # A week of CPU load in cores on the HPA and Deployment in web.yaml",
      "  hpa recommend -f web.yaml --load week.csv",
      "  # A live HPA, with its load from Prometheus",
      "  hpa recommend web -n shop --prometheus http://127.0.0.1:9090 --last 7d \\",
      "    --query 'sum(rate(container_cpu_usage_seconds_total{"
          + "namespace=\"shop\",pod=~\"web-[a-z0-9]+-[a-z0-9]{5}\","
          + "container!=\"\",image!=\"\"}[5m]))'",
      "  # Less unserved demand, and a report with the Pareto front",
      "  hpa recommend -f web.yaml --load week.csv --max-unserved 0.01%% --report web.html",
      "  # Only the patch, to apply it",
      "  hpa recommend -f web.yaml --load week.csv --patch safer > patch.yaml"
    })
public final class RecommendCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {
  private static final int DEFAULT_CANDIDATES = 400;
  private static final int MIN_CANDIDATES = 10;
  private static final int MAX_CANDIDATES = 100_000;

  @Spec private CommandSpec spec;
  @Mixin private LiveAutoscalerName name = new LiveAutoscalerName();
  @Mixin private UserCluster cluster = new UserCluster();
  private final DecisionFlags decisions = new DecisionFlags();
  @Mixin private ServerVersionOption release = new ServerVersionOption();
  @Mixin private LoadFlags load = new LoadFlags();
  @Mixin private PodTimes podTimes = new PodTimes();
  @Mixin private GoalFlags goal = new GoalFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description =
          "Manifest file with one HPA, and optionally its workload; - is standard input."
              + " Repeatable.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the search; the same seed gives the same result (default: 1).")
  private long seed = 1;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description = "Most settings to replay (default: " + DEFAULT_CANDIDATES + ").")
  private int candidates = DEFAULT_CANDIDATES;

  @Mixin private ScopeFlags scope = new ScopeFlags();

  @Option(
      names = "--price-per-pod-hour",
      paramLabel = "PRICE",
      description = "Price of a pod per hour, in any currency; adds the cost per day.")
  private @Nullable Double price;

  @Option(
      names = "--patch",
      paramLabel = "NAME",
      description = "Print only the patch of this recommendation: cheaper, balanced or safer.")
  private @Nullable String patch;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a self-contained HTML report with the Pareto front.")
  private @Nullable Path report;

  @SuppressWarnings("NullAway.Init")
  public RecommendCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  @Override
  public List<Flag<?>> flags() {
    return decisions.all();
  }

  @Override
  public Integer call()
      throws IOException, KubeconfigException, KubernetesApiException, ScaleException {
    Logging.errorsOnly();
    check();
    Goal wanted = goal.goal();
    try {
      return write(name.isGiven() ? live(wanted) : ofFiles(wanted));
    } catch (UnusableInputException | ReplayLimitException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private void check() {
    if (name.isGiven() == !files.isEmpty()) {
      throw new UsageException(
          name.isGiven()
              ? "--filename: cannot be used with the name of a live autoscaler; remove one of them"
              : "--filename: no autoscaler is given; give a file with -f, or the name of a live one");
    }
    if (!name.isGiven() && name.hasNamespace()) {
      throw new UsageException("--namespace: has no effect with --filename; remove it");
    }
    if (candidates < MIN_CANDIDATES || candidates > MAX_CANDIDATES) {
      throw new UsageException(
          "--candidates: \"%d\" is not from %d to %d; give a number such as %d"
              .formatted(candidates, MIN_CANDIDATES, MAX_CANDIDATES, DEFAULT_CANDIDATES));
    }
    scope.check();
    if (price != null && !(price > 0 && price < 1e9)) {
      throw new UsageException(
          "--price-per-pod-hour: \"" + price + "\" is not above 0; give a price such as 0.05");
    }
    if (patch != null && !Recommendation.NAMES.contains(patch)) {
      throw new UsageException(
          "--patch: \"" + patch + "\" is not a recommendation; use cheaper, balanced or safer");
    }
  }

  private SimulateOptions options(Settings settings, SimulatorOptions pods) {
    return load.options(
        files, Duration.ofMinutes(15), FlapCounter.DEFAULT_WINDOW, settings, pods, Map.of(), null);
  }

  private Analysis ofFiles(Goal wanted) throws IOException, UnusableInputException {
    SimulateOptions options =
        options(decisions.settings(release.withoutServer()), podTimes.options());
    return analyze(ReplayInputs.read(options), options, wanted);
  }

  private Analysis live(Goal wanted)
      throws IOException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException,
          UnusableInputException {
    NamespacedName autoscaler = name.of(cluster);
    LiveWorkload workload;
    Settings settings;
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      KubernetesApi api = new HttpKubernetesApi(connection);
      settings = decisions.settings(release.of(api));
      workload = LiveWorkload.read(api, timeline, autoscaler);
    }
    SimulatorOptions pods = podTimes.options();
    if (workload.times().isPresent() && !podTimes.areGiven(spec.commandLine().getParseResult())) {
      PodTimesSeen seen = workload.times().get();
      pods =
          pods.withPodTimes(Duration.ZERO, seen.start(), seen.readiness(), pods.terminationTime());
    }
    SimulateOptions options = options(settings, pods);
    return analyze(ReplayInputs.of(options, workload.inventory()), options, wanted);
  }

  private Analysis analyze(ReplayInputs inputs, SimulateOptions options, Goal wanted) {
    if (Double.isNaN(inputs.workload().capacity())) {
      throw new UsageException(
          "--capacity: is required, because the demand does not use CPU; give the demand that one"
              + " ready pod can serve");
    }
    SearchScope allowed = scope.scope(inputs.hpa().spec(), inputs.sampleInterval());
    ProgressBar bar = ProgressBar.onTerminal();
    try {
      return new Recommender(
              inputs, options.settings(), options.syncPeriod(), allowed, wanted, price)
          .run(
              seed,
              candidates,
              InstantSource.system(),
              done -> bar.show(done, candidates, "settings"));
    } finally {
      bar.clear();
    }
  }

  private int write(Analysis analysis) throws IOException {
    PrintWriter out = DocumentOutput.open();
    if (report != null) {
      AnalysisReport.write(analysis, report);
    }
    boolean isFound = analysis.obstacle() == null;
    if (patch != null) {
      return writePatch(analysis, patch, out);
    }
    switch (output.format()) {
      case JSON -> new DocumentWriter(out, OutputFormat.JSON).write(AnalysisJson.of(analysis));
      case YAML -> new DocumentWriter(out, OutputFormat.YAML).write(AnalysisJson.of(analysis));
      default -> {
        new AnalysisText(analysis, out).write();
        if (report != null) {
          out.printf("%nReport: %s%n", report.toAbsolutePath());
        }
      }
    }
    out.flush();
    return isFound ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private int writePatch(Analysis analysis, String wanted, PrintWriter out) {
    for (Recommendation each : analysis.recommendations()) {
      if (each.name().equals(wanted)) {
        new DocumentWriter(
                out, output.format() == OutputFormat.JSON ? OutputFormat.JSON : OutputFormat.YAML)
            .write(Patch.between(analysis.inputs().hpa(), each.hpa()));
        out.flush();
        return ExitStatus.SUCCESS;
      }
    }
    spec.commandLine().getErr().println("hpa: no recommendation: " + analysis.obstacle());
    return ExitStatus.FAILED;
  }
}
