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
      "Try an autoscaler by the rules of docs/conformance: start it, act in its cluster, and judge"
          + " what it writes there. Without options that is the controller of this program, in a"
          + " cluster that is brought along.",
      "",
      "In a TEMPLATE {kubeconfig}, {port}, {feature-gates}, {sync-period}, {downscale-stabilization},"
          + " {tolerance}, {cpu-initialization-period} and {initial-readiness-delay} stand for what"
          + " the suite gives each time it starts the command, and {hpa} for this program. Words are"
          + " parted by blanks; quotes hold them together; no shell sees them."
    },
    footer = {
      "",
      "Exit status: 0 conformant; 1 not; 2 wrong use, or an implementation that does not run.",
      "",
      "Examples:",
      "  hpa conformance",
      "  hpa conformance --only BOUNDS,EVENTS-1 --report bounds.html",
      "  hpa conformance --list",
      "  hpa conformance --decisions --command 'my-decider --stream' --vectors recorded.ndjson.gz",
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
      "That for our own is the same with `{hpa} run` in front and a --secure-port={port}."
    })
public final class ConformanceCommand implements Callable<Integer>, Subcommand {

  private static final Duration FRAME = Duration.ofMillis(500);
  private static final int USUAL_WIDTH = 80;

  @Spec private CommandSpec spec;

  @Option(
      names = "--command",
      paramLabel = "TEMPLATE",
      description = "Starts the implementation (default: the controller of this program).")
  private @Nullable String command;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Of an administrator of the cluster to use; no other autoscaler may be at work there"
              + " (default: a cluster in this process).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What reports call the implementation (default: the program of the command).")
  private @Nullable String name;

  @Option(
      names = "--implementation-version",
      paramLabel = "VERSION",
      defaultValue = "",
      description = "What reports say of its version.")
  private String version = "";

  @Option(
      names = "--without",
      paramLabel = "CAPABILITY,...",
      split = ",",
      description =
          "What the implementation does not have; its rules are skipped, and it is untrue if all of"
              + " their cases pass.")
  private List<String> without = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "RULE|AREA|CASE,...",
      split = ",",
      description = "Try these only.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--capability",
      paramLabel = "CAPABILITY,...",
      split = ",",
      description = "Run only cases that need one of these.")
  private List<String> capabilities = new ArrayList<>();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "32",
      description = "How many cases run at the same time (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1s",
      description =
          "How often the implementation looks; the suite's patience and the stabilization grow with"
              + " it, for slow machines (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Settings.USUAL.syncPeriod();

  @Option(names = "--list", description = "List the rules and the cases that try them.")
  private boolean list;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "Form of the list: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ConformanceRuleList.Form form = ConformanceRuleList.Form.text;

  @Option(
      names = "--decisions",
      description =
          "Try decisions alone, without a cluster: the command reads scenarios and writes results as"
              + " `hpa evaluate --stream` does.")
  private boolean decisions;

  @Option(
      names = "--vectors",
      paramLabel = "FILE",
      arity = "1..*",
      description = "With --decisions: more scenarios, with their expectations, one a line.")
  private List<Path> vectors = new ArrayList<>();

  @Option(names = "--report", paramLabel = "FILE", description = "Write a page (HTML).")
  private @Nullable Path report;

  @Option(names = "--junit", paramLabel = "FILE", description = "Write test results (JUnit XML).")
  private @Nullable Path junit;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report as docs/conformance/report.schema.json says.")
  private @Nullable Path json;

  @Option(
      names = "--transcripts",
      paramLabel = "FILE",
      description = "Write all that was seen, one case a line; with gzip if the name ends in .gz.")
  private @Nullable Path transcripts;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description =
          "Keep kubeconfigs and what the implementation says (default: they are deleted in the end).")
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
    makeFolders();
    Shutdown shutdown = Shutdown.install();
    Thread running = Thread.currentThread();
    Thread ctrlC = Thread.ofVirtual().start(() -> interruptWhenAsked(shutdown, running));
    try {
      return run(selection);
    } catch (TestClusterException problem) {
      // What an implementation said last is told below the first line.
      spec.commandLine().getErr().println("hpa: " + problem.getMessage());
      return ExitStatus.WRONG_USE;
    } catch (InterruptedException | IOException | RuntimeException failure) {
      // Who is interrupted may fail in words of their own.
      if (shutdown.asked().getCount() > 0) {
        throw failure;
      }
      spec.commandLine().getErr().println("hpa: ended before the last case, without a verdict");
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
    require(parallel >= 1, "--parallel must be at least 1");
    require(syncPeriod.isPositive(), "--sync-period must be more than 0, such as 1s");
    require(decisions || vectors.isEmpty(), "--vectors needs --decisions");
    require(
        !decisions || (kubeconfig == null && without.isEmpty() && capabilities.isEmpty()),
        "--decisions needs no cluster and knows no capabilities; leave out --kubeconfig, --without"
            + " and --capability");
  }

  /** A report that cannot be written is told before the run, not after it. */
  private void makeFolders() {
    Stream.of(report, junit, json, transcripts)
        .filter(Objects::nonNull)
        .map(file -> file.toAbsolutePath().resolveSibling("."))
        .forEach(
            folder -> {
              try {
                Files.createDirectories(folder.normalize());
              } catch (IOException failure) {
                throw new UsageException(
                    "nothing can be written to %s: there is no such folder, and none can be made"
                        .formatted(folder.normalize()),
                    failure);
              }
            });
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new UsageException(otherwise);
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
   * The windows grow with the period. The other two settings are compared with ages that cases make
   * up, so no time passes in them.
   */
  private Settings settings() {
    double pace = (double) syncPeriod.toMillis() / Settings.USUAL.syncPeriod().toMillis();
    return new Settings(
        syncPeriod,
        Duration.ofMillis(Math.round(Settings.USUAL.downscaleStabilization().toMillis() * pace)),
        Settings.USUAL.cpuInitializationPeriod(),
        Settings.USUAL.initialReadinessDelay());
  }

  private int run(Selection selection)
      throws TestClusterException, IOException, InterruptedException {
    Path folder = keep == null ? Files.createTempDirectory("hpa-conformance") : keep;
    Files.createDirectories(folder);
    try (Timeline time = Timeline.real();
        Writer seen = transcriptWriter()) {
      ConformanceConsole console =
          new ConformanceConsole(spec.commandLine().getOut(), style(), width(), time::now);
      time.every(FRAME, console::renew);
      Instant began = time.now();
      Results results;
      try {
        results =
            decisions ? decide(selection, console, folder, seen) : act(selection, console, folder);
      } finally {
        console.rest();
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
              again(only),
              results);
      write(made);
      console.tell(made, again(brokenRules(results)));
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
            new CommandTemplate(ProgramLauncher.filled(template())),
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
                new CommandTemplate(ProgramLauncher.filled(command)),
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
    String own = program.replace("{hpa}", "hpa");
    return new Subject(
        String.valueOf(Path.of(own).getFileName()),
        version,
        decisions && command == null ? "" : template());
  }

  private static Set<String> brokenRules(Results results) {
    return results.rules().stream()
        .filter(RuleResult::isBroken)
        .map(each -> each.rule().id())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** A command line that does the same, or a part of it. */
  private String again(Iterable<String> part) {
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
    if (!syncPeriod.equals(Settings.USUAL.syncPeriod())) {
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
    } catch (NumberFormatException untold) {
      return USUAL_WIDTH;
    }
  }

  private static Set<Capability> capabilities(String option, List<String> names) {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    for (String each : names) {
      try {
        all.add(Capability.named(each));
      } catch (IllegalArgumentException problem) {
        throw new UsageException(
            "%s: %s; there are %s"
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
