package dev.hpa.cli.conformance;

import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.GoDurationConverter;
import dev.hpa.app.cli.Shutdown;
import dev.hpa.app.cli.Subcommand;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.Verbosity;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.decisions.DecisionResults;
import dev.hpa.conformance.decisions.DecisionRun;
import dev.hpa.conformance.decisions.DecisionSubject;
import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Plan;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Selection;
import dev.hpa.conformance.run.SuiteRun;
import java.io.Console;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa conformance}: the suite against any implementation. */
@Command(
    name = "conformance",
    description = {
      "Test an HPA controller against the rules of docs/conformance: start it, change objects and"
          + " metrics in its cluster, and evaluate what it writes. By default this tests the"
          + " built-in controller in a sandbox cluster.",
      "",
      "The suite replaces {kubeconfig}, {port}, {feature-gates}, {sync-period},"
          + " {downscale-stabilization}, {tolerance}, {cpu-initialization-period} and"
          + " {initial-readiness-delay} in a TEMPLATE each time it starts the command, and {hpa} by"
          + " the command of this program. The template is split on whitespace outside of quotes;"
          + " no shell interprets it."
    },
    footer = {
      "",
      "Exit status: 0 conformant; 1 not conformant; 2 usage error, or the implementation does not"
          + " run.",
      "",
      "Examples:",
      "  hpa conformance",
      "  hpa conformance --only BOUNDS,EVENTS-1 --report bounds.html",
      "  hpa conformance --list",
      "  hpa conformance --decisions --command 'my-hpa --stream' --vectors recorded.ndjson.gz",
      "  hpa conformance --kubeconfig admin.kubeconfig --name mine --command '{hpa} run"
          + " --kubeconfig={kubeconfig} …'",
      "",
      "The command for kube-controller-manager:",
      "  kube-controller-manager --kubeconfig={kubeconfig}",
      "    --authentication-kubeconfig={kubeconfig} --authorization-kubeconfig={kubeconfig}",
      "    --controllers=horizontal-pod-autoscaler-controller --leader-elect=false",
      "    --secure-port=0 --horizontal-pod-autoscaler-sync-period={sync-period}",
      "    --horizontal-pod-autoscaler-downscale-stabilization={downscale-stabilization}",
      "    --horizontal-pod-autoscaler-tolerance={tolerance}",
      "    --horizontal-pod-autoscaler-cpu-initialization-period={cpu-initialization-period}",
      "    --horizontal-pod-autoscaler-initial-readiness-delay={initial-readiness-delay}",
      "    --feature-gates={feature-gates} --kube-api-qps=500 --kube-api-burst=1000",
      "    --concurrent-horizontal-pod-autoscaler-syncs=20",
      "The built-in controller uses the same flags after `{hpa} run`, with --secure-port={port}."
    })
public final class ConformanceCommand implements Callable<Integer>, Subcommand {

  private static final Duration FRAME = Duration.ofMillis(500);
  private static final int DEFAULT_WIDTH = 80;

  @Spec private CommandSpec spec;

  @Option(
      names = "--command",
      paramLabel = "TEMPLATE",
      description = "Command that starts the implementation (default: the built-in controller).")
  private @Nullable String command;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Admin kubeconfig of the cluster to use; no other HPA controller may run there (default:"
              + " a sandbox cluster in this process).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the implementation in reports (default: the program of the command).")
  private @Nullable String name;

  @Option(
      names = "--implementation-version",
      paramLabel = "VERSION",
      defaultValue = "",
      description = "Version of the implementation in reports.")
  private String version = "";

  @Option(
      names = "--without",
      paramLabel = "CAPABILITY,...",
      split = ",",
      description =
          "Capabilities that the implementation does not support. Their rules are skipped. The run"
              + " fails if all cases of such a capability pass.")
  private List<String> without = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "RULE|AREA|CASE,...",
      split = ",",
      description = "Test only these.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--capability",
      paramLabel = "CAPABILITY,...",
      split = ",",
      description = "Run only the cases that need one of these.")
  private List<String> capabilities = new ArrayList<>();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "32",
      description = "Maximum number of concurrent cases (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1s",
      description =
          "Sync period of the implementation; stabilization windows and timeouts of the suite scale"
              + " with it. Increase it on slow machines (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Settings.DEFAULT.syncPeriod();

  @Option(names = "--list", description = "List the rules and the cases that test them.")
  private boolean list;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "Format of the list: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ConformanceRuleList.Form form = ConformanceRuleList.Form.text;

  @Option(
      names = "--decisions",
      description =
          "Test decisions without a cluster: the command reads scenarios and writes results like"
              + " `hpa evaluate --stream`.")
  private boolean decisions;

  @Option(
      names = "--vectors",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "With --decisions: files of more scenarios with expected results, one per line.")
  private List<Path> vectors = new ArrayList<>();

  @Option(names = "--report", paramLabel = "FILE", description = "Write an HTML report.")
  private @Nullable Path report;

  @Option(names = "--junit", paramLabel = "FILE", description = "Write a JUnit XML report.")
  private @Nullable Path junit;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write a JSON report (docs/conformance/report.schema.json).")
  private @Nullable Path json;

  @Option(
      names = "--transcripts",
      paramLabel = "FILE",
      description = "Write all observations, one case per line; gzip if the name ends in .gz.")
  private @Nullable Path transcripts;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description =
          "Keep kubeconfigs and logs of the implementation in this folder (default: deleted).")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init")
  public ConformanceCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.configure(LogOptions.of(Verbosity.of(0)));
    check();
    Selection selection = selection();
    if (list) {
      ConformanceRuleList.of(rules(), cases(), selection).print(spec.commandLine().getOut(), form);
      return ExitStatus.DONE;
    }
    createFolders();
    Shutdown shutdown = Shutdown.install();
    Thread running = Thread.currentThread();
    Thread ctrlC = Thread.ofVirtual().start(() -> interruptWhenAsked(shutdown, running));
    try {
      return run(selection);
    } catch (TestClusterException error) {
      // The message may contain the end of a log after its first line.
      spec.commandLine().getErr().println("hpa: " + error.getMessage());
      return ExitStatus.WRONG_USE;
    } catch (InterruptedException | IOException | RuntimeException failure) {
      // An interrupt may surface as any exception.
      if (shutdown.asked().getCount() > 0) {
        throw failure;
      }
      spec.commandLine().getErr().println("hpa: interrupted before the last case; no verdict");
      return ExitStatus.FAILED;
    } finally {
      ctrlC.interrupt();
      shutdown.done();
    }
  }

  private static void interruptWhenAsked(Shutdown shutdown, Thread running) {
    try {
      shutdown.await();
      running.interrupt();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void check() {
    require(parallel >= 1, "--parallel: must be at least 1");
    require(syncPeriod.isPositive(), "--sync-period: must be positive; use a duration such as 1s");
    require(decisions || vectors.isEmpty(), "--vectors: requires --decisions");
    require(
        !decisions || (kubeconfig == null && without.isEmpty() && capabilities.isEmpty()),
        "--decisions: runs without a cluster and capabilities; remove --kubeconfig, --without and"
            + " --capability");
  }

  /** Creates the folders of reports before the run, so that errors appear early. */
  private void createFolders() {
    Stream.of(report, junit, json, transcripts)
        .filter(Objects::nonNull)
        .map(file -> file.toAbsolutePath().resolveSibling("."))
        .forEach(
            folder -> {
              try {
                Files.createDirectories(folder.normalize());
              } catch (IOException failure) {
                throw new UsageException(
                    "folder \"%s\": cannot be created; use another folder"
                        .formatted(folder.normalize()),
                    failure);
              }
            });
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new UsageException(message);
    }
  }

  private RuleCatalog rules() {
    return decisions ? RuleCatalog.ofDecisions() : RuleCatalog.load();
  }

  private List<Case> cases() {
    return decisions ? DecisionRun.cases() : Cases.all(settings());
  }

  private Selection selection() {
    Selection selection =
        new Selection(new LinkedHashSet<>(only), capabilities("--capability", capabilities));
    try {
      selection.check(rules(), cases());
    } catch (IllegalArgumentException problem) {
      throw new UsageException("--only: " + problem.getMessage(), problem);
    }
    return selection;
  }

  /**
   * The stabilization window scales with the sync period. The two pod periods do not: cases set the
   * ages that they are compared with.
   */
  private Settings settings() {
    double factor = (double) syncPeriod.toMillis() / Settings.DEFAULT.syncPeriod().toMillis();
    return new Settings(
        syncPeriod,
        Duration.ofMillis(
            Math.round(Settings.DEFAULT.downscaleStabilization().toMillis() * factor)),
        Settings.DEFAULT.cpuInitializationPeriod(),
        Settings.DEFAULT.initialReadinessDelay());
  }

  private int run(Selection selection)
      throws TestClusterException, IOException, InterruptedException {
    Path folder = keep == null ? Files.createTempDirectory("hpa-conformance") : keep;
    Files.createDirectories(folder);
    try (Timeline time = Timeline.real();
        Writer seen = transcriptWriter()) {
      ConformanceConsole console =
          new ConformanceConsole(spec.commandLine().getOut(), style(), width(), time::now);
      time.every(FRAME, console::redraw);
      Instant began = time.now();
      Results results;
      try {
        results =
            decisions ? decide(selection, console, folder, seen) : act(selection, console, folder);
      } finally {
        console.clear();
      }
      if (!decisions) {
        for (CaseResult each : results.cases()) {
          writeLine(seen, each.transcript());
        }
      }
      ConformanceReport made =
          new ConformanceReport(
              subject(),
              Environment.here(),
              decisions ? null : settings(),
              capabilities("--without", without),
              began,
              time.now(),
              rerun(only),
              results);
      write(made);
      console.print(made, rerun(failedRules(results)));
      return results.conformant() ? ExitStatus.DONE : ExitStatus.FAILED;
    } finally {
      if (keep == null) {
        delete(folder);
      }
    }
  }

  private Results act(Selection selection, ConformanceConsole console, Path folder)
      throws TestClusterException, IOException, InterruptedException {
    Plan plan =
        new Plan(
            new CommandTemplate(ProgramLauncher.resolve(template())),
            kubeconfig,
            settings(),
            capabilities("--without", without),
            selection,
            parallel,
            folder);
    return new SuiteRun(plan, console).run();
  }

  private Results decide(Selection selection, ConformanceConsole console, Path folder, Writer seen)
      throws TestClusterException, IOException, InterruptedException {
    DecisionResults answers =
        command == null
            ? DecisionResults.of(DecisionSubject.found())
            : DecisionResults.of(
                new CommandTemplate(ProgramLauncher.resolve(command)),
                folder.resolve("subject.log"));
    return new DecisionRun(answers, vectors, selection, console, line -> writeLine(seen, line))
        .run();
  }

  private String template() {
    return command == null ? ProgramLauncher.CONTROLLER : command;
  }

  private Subject subject() {
    if (name != null) {
      return new Subject(name, version, template());
    }
    String program = command == null ? "hpa" : command.strip().split("\\s+", 2)[0];
    String executable = program.replace("{hpa}", "hpa");
    return new Subject(
        String.valueOf(Path.of(executable).getFileName()),
        version,
        decisions && command == null ? "" : template());
  }

  private static Set<String> failedRules(Results results) {
    return results.rules().stream()
        .filter(RuleResult::hasFailed)
        .map(each -> each.rule().id())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns a command line that repeats the run, limited to some rules or cases. */
  private String rerun(Iterable<String> part) {
    List<String> words = new ArrayList<>(List.of("hpa conformance"));
    if (decisions) {
      words.add("--decisions");
    }
    vectors.forEach(each -> words.add("--vectors " + quoted(each.toString())));
    if (kubeconfig != null) {
      words.add("--kubeconfig " + quoted(kubeconfig.toString()));
    }
    if (!without.isEmpty()) {
      words.add("--without " + String.join(",", without));
    }
    if (!capabilities.isEmpty()) {
      words.add("--capability " + String.join(",", capabilities));
    }
    if (!syncPeriod.equals(Settings.DEFAULT.syncPeriod())) {
      words.add("--sync-period " + syncPeriod.toMillis() + "ms");
    }
    String rules = String.join(",", part);
    if (!rules.isEmpty()) {
      words.add("--only " + quoted(rules));
    }
    if (command != null) {
      words.add("--command " + quoted(command));
    }
    return String.join(" ", words);
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./,:=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private void write(ConformanceReport made) throws IOException {
    if (json != null) {
      made.writeJson(json);
    }
    if (junit != null) {
      JunitReport.write(made, junit);
    }
    if (report != null) {
      made.writeHtml(report);
    }
  }

  private Writer transcriptWriter() throws IOException {
    if (transcripts == null) {
      return Writer.nullWriter();
    }
    return transcripts.toString().endsWith(".gz")
        ? new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(transcripts)), StandardCharsets.UTF_8)
        : Files.newBufferedWriter(transcripts);
  }

  private static void writeLine(Writer out, Object value) {
    try {
      out.write(Json.text(value));
      out.write('\n');
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        Files.delete(each);
      }
    }
    Files.delete(folder);
  }

  private static ConformanceConsole.Style style() {
    if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
      return ConformanceConsole.Style.PLAIN;
    }
    return System.getenv("NO_COLOR") == null
        ? ConformanceConsole.Style.COLORED
        : ConformanceConsole.Style.LIVE;
  }

  private static int width() {
    try {
      return Integer.parseInt(System.getenv().getOrDefault("COLUMNS", ""));
    } catch (NumberFormatException unset) {
      return DEFAULT_WIDTH;
    }
  }

  private static Set<Capability> capabilities(String option, List<String> names) {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    for (String each : names) {
      try {
        all.add(Capability.named(each));
      } catch (IllegalArgumentException problem) {
        throw new UsageException(
            "%s: %s; use one of %s"
                .formatted(
                    option,
                    problem.getMessage(),
                    Stream.of(Capability.values())
                        .map(Capability::toString)
                        .collect(Collectors.joining(", "))),
            problem);
      }
    }
    return all;
  }
}
