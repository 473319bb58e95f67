package dev.hpa.cli.recommend;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FileSettings;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.FleetExample;
import dev.hpa.cli.fleet.PastTargets;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.Interruption;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.cli.simulate.LoadFlags;
import dev.hpa.cli.simulate.PodTimeFlags;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.simulation.Patch;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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
      "The HPA is in a file (-f) or in a cluster (NAME); -A, -n or -l without a NAME are all HPAs"
          + " of a cluster or a namespace. The load is the total demand on the workload, from a"
          + " file (--load) or from Prometheus, with the query that the metrics of the HPA need, or"
          + " with --query. The Prometheus of the cluster is found, unless --prometheus gives"
          + " another. Settings are searched with the first part of the"
          + " load and verified with the rest. Nothing is written to the cluster."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 nothing can be recommended, or one of several HPAs cannot be"
          + " analyzed; 2 usage error, or an unusable file.",
      "",
      "Examples:",
      "  # A week of CPU load in cores on the HPA and Deployment in web.yaml",
      "  hpa recommend -f web.yaml --load week.csv",
      "  # A live HPA, with its load from Prometheus",
      "  hpa recommend web -n shop --prometheus http://127.0.0.1:9090 --last 14d",
      "  # All HPAs of the cluster, with the Prometheus in it: a table, a page and patches",
      "  hpa recommend -A --report fleet.html --output-dir patches",
      "  # Less unserved demand, and a report with the Pareto front",
      "  hpa recommend -f web.yaml --load week.csv --max-unserved 0.01%% --report web.html",
      "  # The CPU request of the pods too, without changing the usage at which pods are added",
      "  hpa recommend -f web.yaml --load week.csv --requests=keep-threshold --capacity 0.9",
      "  # A comment for a pull request",
      "  hpa recommend -f web.yaml --load week.csv -o markdown",
      "  # Only the patch, to apply it",
      "  hpa recommend -f web.yaml --load week.csv --patch safer > patch.yaml"
    })
public final class RecommendCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {
  private static final int DEFAULT_CANDIDATES = 400;
  private static final int MIN_CANDIDATES = 10;

  /** Of a fleet, for which the shorter search of each HPA takes about six minutes. */
  private static final int MAX_SEARCHED = 100;

  /** For each HPA of a larger fleet: 200 take less than two minutes. */
  private static final int FIRST_CANDIDATES = 24;

  /** A week of an HPA with 600 pods; the default number of candidates then takes ten minutes. */
  private static final long MAX_POD_SYNCS_OF_CANDIDATE = 25_000_000;

  private static final int MAX_CANDIDATES = 100_000;

  /** Options that change nothing about the result of an HPA. */
  private static final Set<String> UNDIGESTED =
      Set.of(
          "--all-namespaces",
          "--config",
          "--context",
          "--namespace",
          "--selector",
          "--filename",
          "--recursive",
          "--kubeconfig",
          "--output",
          "--output-dir",
          "--prometheus-auth",
          "--report",
          "--resume");

  @Spec private CommandSpec spec;
  @Mixin private PastTargets targets = new PastTargets();
  private final DecisionFlags decisions = new DecisionFlags();
  private final FileSettings settings = new FileSettings();
  @Mixin private LoadFlags load = new LoadFlags();
  @Mixin private PodTimeFlags podTimes = new PodTimeFlags();
  @Mixin private GoalFlags goal = new GoalFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(
          OutputFormat.TEXT,
          OutputFormat.JSON,
          OutputFormat.YAML,
          OutputFormat.CSV,
          OutputFormat.MARKDOWN);

  @Option(names = "--seed")
  private long seed = 1;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description =
          "Most settings to replay (default: "
              + DEFAULT_CANDIDATES
              + "; with several HPAs, a search that begins with the busiest day, a short one with more"
              + " than "
              + MAX_SEARCHED
              + ").")
  private @Nullable Integer candidates;

  @Mixin private ScopeFlags scope = new ScopeFlags();
  @Mixin private FleetFlags fleet = new FleetFlags();

  @Option(names = "--price-per-pod-hour")
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
  public FileSettings settings() {
    return settings;
  }

  @Override
  public Integer call()
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    Logging.errorsOnly();
    Path example = fleet.example();
    if (example != null) {
      FleetExample.ofTeam(Instant.now().truncatedTo(ChronoUnit.MINUTES))
          .write(example, DocumentOutput.open());
      return ExitStatus.SUCCESS;
    }
    check();
    try {
      return targets.run(
          decisions,
          load.past(),
          found -> found.isOne() ? one(found) : several(found, analyst(found)));
    } catch (ReplayLimitException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private void check() {
    targets.check();
    if (candidates != null && (candidates < MIN_CANDIDATES || candidates > MAX_CANDIDATES)) {
      throw new UsageException(
          "--candidates: \"%d\" is not from %d to %d; give a number such as %d"
              .formatted(candidates, MIN_CANDIDATES, MAX_CANDIDATES, DEFAULT_CANDIDATES));
    }
    scope.check();
    fleet.check();
    if (price != null && !(price > 0 && price < 1e9)) {
      throw new UsageException(
          "--price-per-pod-hour: \"" + price + "\" is not above 0; give a price such as 0.05");
    }
    if (patch != null && !Recommendation.NAMES.contains(patch)) {
      throw new UsageException(
          "--patch: \"" + patch + "\" is not a recommendation; use cheaper, balanced or safer");
    }
  }

  private Analyst analyst(Fleet found) {
    return new Analyst(
        load,
        podTimes.times(),
        found.range(),
        found.rules(),
        found.settings(),
        scope,
        goal.goal(),
        price,
        goal.verified());
  }

  private int one(Fleet found)
      throws IOException, KubernetesApiException, ScaleException, UnusableInputException {
    fleet.requireUnset();
    int budget = candidates == null ? DEFAULT_CANDIDATES : candidates;
    Analyst analyst = analyst(found);
    ProgressBar bar = ProgressBar.onTerminal();
    AtomicReference<String> soFar =
        new AtomicReference<>("0 of %d settings are replayed".formatted(budget));
    Analysis analysis;
    try (Interruption _ = new Interruption(() -> interrupted(soFar.get()))) {
      analysis =
          analyst.analyze(
              analyst.prepare(found.one()),
              new SearchEffort(seed, false, budget),
              MAX_POD_SYNCS_OF_CANDIDATE * budget,
              (best, done) -> {
                soFar.set(
                    ("%d of %d settings are replayed; the best so far, which is not verified in the"
                            + " rest of the load, is %s")
                        .formatted(done, budget, best));
                bar.show(done, budget, "settings");
              });
    } finally {
      bar.clear();
    }
    return write(analysis);
  }

  private static void interrupted(String soFar) {
    System.err.printf(
        "hpa: interrupted: %s; run it again, with fewer --candidates for a shorter search%n",
        SafeText.line(soFar));
  }

  private int several(Fleet members, Analyst analyst) throws IOException, InterruptedException {
    if (patch != null) {
      throw new UsageException("--patch: is for one HPA; use --output-dir for several");
    }
    Integer budget = candidates;
    if (budget == null && members.members().size() > MAX_SEARCHED) {
      budget = FIRST_CANDIDATES;
      System.err.printf(
          "hpa: %d HPAs, so that the search begins with only %d settings of each; -n or -l select"
              + " fewer HPAs, of which more are replayed%n",
          members.members().size(), budget);
    }
    SearchEffort effort =
        budget == null
            ? SearchEffort.quick(seed)
            : new SearchEffort(seed, candidates == null, budget);
    FleetRun run =
        new FleetRun(
            members,
            analyst,
            effort,
            digestedFlags() + " " + settings.given() + " " + analyst.settings() + " " + effort,
            fleet,
            FleetRun.MAX_POD_SYNCS);
    List<FleetRow> rows = run.run(done -> print(done, run.kept()));
    print(rows, run.kept());
    return rows.stream().allMatch(row -> row.problem() == null)
        ? ExitStatus.SUCCESS
        : ExitStatus.FAILED;
  }

  private void print(List<FleetRow> rows, int kept) throws IOException {
    PrintWriter out = DocumentOutput.open();
    if (report != null) {
      FleetReport.write(rows, price, report);
    }
    switch (output.format()) {
      case JSON, YAML ->
          new DocumentWriter(out, output.format()).write(FleetReport.json(rows, price));
      case CSV -> FleetText.csv(rows, out);
      case MARKDOWN -> new FleetText(rows, price, out, true).write();
      default -> {
        new FleetText(rows, price, out, false).write();
        if (kept > 0) {
          out.printf("%d results are those of an earlier run (--resume).%n", kept);
        }
        if (fleet.path() != null) {
          out.printf("Patches: %s%n", fleet.path().toAbsolutePath());
        }
        if (report != null) {
          out.printf("Report: %s%n", report.toAbsolutePath());
        }
      }
    }
    out.flush();
  }

  /** The options that a result depends on. */
  private String digestedFlags() {
    return spec.commandLine().getParseResult().matchedOptions().stream()
        .filter(option -> !UNDIGESTED.contains(option.longestName()))
        .map(option -> option.longestName() + "=" + option.stringValues())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private int write(Analysis analysis) throws IOException {
    PrintWriter out = DocumentOutput.open();
    NamespacedName hpa = NamespacedName.of(analysis.inputs().hpa().metadata());
    List<FleetRow> row = List.of(FleetRow.of(hpa, null, analysis).withLink(fleet.link(hpa)));
    if (report != null) {
      FleetReport.write(row, price, report);
    }
    boolean isFound = analysis.obstacle() == null;
    if (patch != null) {
      return writePatch(analysis, patch, out);
    }
    switch (output.format()) {
      case JSON, YAML -> new DocumentWriter(out, output.format()).write(AnalysisJson.of(analysis));
      case CSV -> FleetText.csv(row, out);
      case MARKDOWN -> new FleetText(row, price, out, true).write();
      default -> {
        AnalysisText.write(analysis, out);
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
    spec.commandLine()
        .getErr()
        .println(SafeText.line("hpa: no recommendation: " + analysis.obstacle()));
    return ExitStatus.FAILED;
  }
}
