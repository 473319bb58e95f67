package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.FlagFiles;
import dev.hpa.app.cli.FlagHints;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.FeatureGatesOption;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.FleetLoop;
import dev.hpa.cli.fleet.Targets;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.simulate.RecordedLoad;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.metrics.prometheus.MetricNames;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hpa lint}: finds problems of autoscalers in files or a cluster. */
@Command(
    name = "lint",
    description = {
      "Report HorizontalPodAutoscalers that the API server would reject, and settings that it"
          + " accepts"
          + " but that do not work as intended.",
      "",
      "The HPAs are those of files (-f), or of a cluster (-A, -n, -l or a NAME), which is only"
          + " read: the HPAs, their targets, and the Namespaces, ResourceQuotas,"
          + " PodDisruptionBudgets and VerticalPodAutoscalers beside them.",
      "",
      "Other objects in YAML and JSON files are checked together with the HPAs, for"
          + " example"
          + " the requests of their containers. Each line of NDJSON is checked"
          + " separately.",
      "",
      "The options that apply to an HPA are printed with it. Annotations of Namespaces in"
          + " the files apply as with --namespace-options; flags of the controller are not known."
    },
    footer = {
      "",
      "Exit status: 0 no errors; 1 errors, or warnings with --strict; 2 usage error, or a file"
          + " or an HPA cannot"
          + " be read. Notes do not affect it.",
      "",
      "Examples:",
      "  hpa lint -f manifests/",
      "  hpa lint --strict -f web.yaml",
      "  hpa lint -n shop",
      "  hpa lint --load day.csv -f web.yaml",
      "  hpa lint --prometheus-rules rules.yaml -f manifests/",
      "  hpa lint --list-rules",
      "  hpa lint --explain missing-requests",
      "  hpa lint -o sarif -f manifests/ > lint.sarif",
      "  hpa lint -o ndjson --only errors -f objects.ndjson"
    })
public final class LintCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;
  @Mixin private Targets targets = new Targets();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "More files.")
  private List<String> more = new ArrayList<>();

  @Mixin
  private OutputOption output =
      OutputOption.of(
          OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.NDJSON, OutputFormat.SARIF);

  /** The ids of all rules. */
  static final class Rules extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Rules() {
      super(LintRuleList.ids());
    }
  }

  /** Values of {@code --only}. */
  enum Only {
    errors
  }

  @Option(
      names = "--only",
      paramLabel = "WHAT",
      description = "Show only these findings: ${COMPLETION-CANDIDATES}.")
  private @Nullable Only only;

  @Option(
      names = "--ignore",
      paramLabel = "RULE",
      completionCandidates = Rules.class,
      description = "Ignore this rule; --list-rules lists the ids. Repeatable.")
  private List<String> ignored = new ArrayList<>();

  @Option(
      names = "--list-rules",
      description = "List all rules, as text or with -o json, and exit.")
  private boolean listRules;

  @Option(
      names = "--explain",
      paramLabel = "RULE",
      completionCandidates = Rules.class,
      description = "Print this rule with an example, and exit.")
  private @Nullable String explained;

  @Option(
      names = "--load",
      paramLabel = "FILE",
      description =
          "Load trace as for `hpa simulate`: CSV (time,value) or JSON of a Prometheus"
              + " range"
              + " query, also .gz. Targets are compared with its lowest value.")
  private @Nullable String load;

  @Option(
      names = "--series",
      paramLabel = "LABEL=VALUE",
      description = "Series of --load to use if the Prometheus result has several.")
  private Map<String, String> series = new LinkedHashMap<>();

  @Option(
      names = "--cpu-per-unit",
      paramLabel = "QUANTITY",
      defaultValue = "1",
      description =
          "CPU per unit of --load, such as 10m per request per second (default:"
              + " ${DEFAULT-VALUE}).")
  private String cpuPerUnit = "1";

  @Option(
      names = "--service-time",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Duration of a request in a pod without load, such as 100ms. Latency targets are compared"
              + " with it.")
  private @Nullable Duration serviceTime;

  @Option(
      names = "--prometheus-rules",
      paramLabel = "FILE",
      description =
          "Configuration of prometheus-adapter, as for `hpa run`. Metrics that no rule can give are"
              + " reported.")
  private @Nullable Path rules;

  @Option(names = "--strict", description = "Exit with status 1 on warnings too.")
  private boolean strict;

  @Option(
      names = "--sync-period",
      paramLabel = "DURATION",
      defaultValue = "15s",
      converter = GoDurationConverter.class,
      description = "Sync period of the controller (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod;

  @Mixin private FeatureGatesOption gates = new FeatureGatesOption();

  @SuppressWarnings("NullAway.Init")
  public LintCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  @Override
  public Integer call()
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    if (listRules) {
      return list();
    }
    if (explained != null) {
      known("--explain", explained, "is not a rule", LintRuleList.ids());
      LintRuleList.explain(explained, DocumentOutput.open());
      return ExitStatus.SUCCESS;
    }
    if (isOfFiles()) {
      List<String> files = targets.files(more);
      return status(run(targets.releaseOfFiles(), targets.namespaceOfFiles()).check(files));
    }
    Logging.errorsOnly();
    targets.check();
    if (output.format() == OutputFormat.SARIF) {
      throw new UsageException("--output: \"sarif\" has places in files; use json, or -f");
    }
    return targets.run(new DecisionFlags(), this::live);
  }

  /** A name alone may be that of a file or of an HPA. */
  private boolean isOfFiles() {
    return targets.areOfFiles()
        || more.size() > 1
        || more.stream()
            .anyMatch(
                each ->
                    each.equals("-")
                        || ManifestFiles.isManifest(each)
                        || Files.exists(FlagFiles.of(each)));
  }

  private int live(Fleet fleet) throws IOException, InterruptedException, KubernetesApiException {
    LintRun run = run(fleet.settings().version(), "");
    LiveManifests live = new LiveManifests(fleet.live().orElseThrow(), run::print);
    List<List<JsonNode>> found =
        fleet.isOne()
            ? List.of(live.of(fleet.members().getFirst()))
            : new FleetLoop<>(live::of, objects -> objects, run::unread)
                .run(
                    fleet.members(),
                    "select the others with -n or -l",
                    done -> report(fleet, live, run, done));
    return status(report(fleet, live, run, found));
  }

  private static LintRun.Verdict report(
      Fleet fleet, LiveManifests live, LintRun run, List<List<JsonNode>> found) {
    Stream.concat(
            found.stream(),
            fleet.members().stream().map(NamespacedName::namespace).distinct().map(live::related))
        .flatMap(List::stream)
        .distinct()
        .map(Document::live)
        .forEach(run::document);
    run.print(
        "a cluster has no misspelt fields or removed versions, and ScaledObjects and workloads"
            + " without HPAs are not read; lint the manifests too, with -f");
    return run.end();
  }

  private LintRun run(KubernetesVersion version, String namespace) throws IOException {
    LintOptions options =
        new LintOptions(
            version,
            gates.of(version),
            namespace,
            syncPeriod,
            only == Only.errors,
            ignored(),
            now(),
            idleLoad(),
            serviceTime(),
            rules());
    return new LintRun(
        DocumentOutput.open(), spec.commandLine().getErr(), output.format(), options);
  }

  private int status(LintRun.Verdict verdict) {
    return switch (verdict) {
      case CLEAN -> ExitStatus.SUCCESS;
      case WARNINGS -> strict ? ExitStatus.FAILED : ExitStatus.SUCCESS;
      case ERRORS -> ExitStatus.FAILED;
      case UNUSABLE -> ExitStatus.USAGE_ERROR;
    };
  }

  private static Instant now() {
    try (Timeline timeline = Timeline.real()) {
      return timeline.wall();
    }
  }

  private int list() {
    switch (output.format()) {
      case TEXT -> LintRuleList.print(DocumentOutput.open());
      case JSON -> LintRuleList.printJson(DocumentOutput.open());
      default ->
          throw new UsageException(
              "--output: \"%s\" is not supported with --list-rules; use text or json"
                  .formatted(output.format()));
    }
    return ExitStatus.SUCCESS;
  }

  private Set<String> ignored() {
    for (String id : ignored) {
      known("--ignore", id, "is not a rule that can be ignored", LintRuleList.ignorable());
    }
    return Set.copyOf(ignored);
  }

  private static void known(String flag, String id, String problem, List<String> ids) {
    if (!ids.contains(id)) {
      throw new UsageException(
          "%s: \"%s\" %s%s"
              .formatted(
                  flag,
                  id,
                  problem,
                  FlagHints.nearest(id, ids)
                      .map(near -> "; did you mean " + near + "?")
                      .orElse("; run hpa lint --list-rules")));
    }
  }

  private Optional<Duration> serviceTime() {
    if (serviceTime != null && !serviceTime.isPositive()) {
      throw new UsageException(
          "--service-time: the duration is not greater than 0; give a duration like 100ms");
    }
    return Optional.ofNullable(serviceTime);
  }

  private Optional<MetricNames> rules() {
    if (rules == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(MetricNames.read(rules));
    } catch (IllegalArgumentException invalid) {
      throw new UsageException(
          "--prometheus-rules: \"%s\": %s".formatted(rules, invalid.getMessage()), invalid);
    } catch (IOException unreadable) {
      throw new UsageException(
          "--prometheus-rules: \"%s\" cannot be read; give a readable file".formatted(rules),
          unreadable);
    }
  }

  private Optional<IdleLoad> idleLoad() throws IOException {
    if (load == null) {
      return Optional.empty();
    }
    double perUnit = quantity();
    try {
      return Optional.of(new IdleLoad(load, perUnit * RecordedLoad.read(load, series).lowest()));
    } catch (UnusableInputException problem) {
      throw new UsageException("--load: " + problem.getMessage(), problem);
    }
  }

  private double quantity() {
    try {
      double value = Quantity.parse(cpuPerUnit).approximateDouble();
      if (value > 0) {
        return value;
      }
    } catch (QuantityFormatException malformed) {
      // Reported below, like one that is not positive.
    }
    throw new UsageException(
        "--cpu-per-unit: \""
            + cpuPerUnit
            + "\" is not a positive quantity; use a value such as 2"
            + " or 250m");
  }
}
