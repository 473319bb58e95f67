package dev.hpa.cli.conformance;

import dev.hpa.api.BuildInfo;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.decisions.DecisionRun;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.conformance.run.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code hpa conformance} that select the implementation, the rules and the timing. */
final class ConformanceOptions {

  @Option(
      names = "--command",
      paramLabel = "TEMPLATE",
      description =
          "Command that starts the implementation (default: the controller of this program).")
  private @Nullable String command;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Name of the implementation in reports (default: the program name in --command).")
  private @Nullable String name;

  @Option(
      names = "--implementation-version",
      paramLabel = "VERSION",
      defaultValue = "",
      description =
          "Version of the implementation in reports (default: that of this program for its own"
              + " controller).")
  private String version = "";

  @Option(
      names = "--without",
      paramLabel = "CAPABILITY,...",
      split = ",",
      hideParamSyntax = true,
      completionCandidates = Capabilities.class,
      description =
          "Capabilities that the implementation does not support; their rules are skipped. If all"
              + " cases of a capability pass, the run fails: the capability is falsely declared"
              + " unsupported.")
  private List<String> without = new ArrayList<>();

  @Option(
      names = "--rules",
      paramLabel = "VERSION",
      completionCandidates = RuleSets.class,
      description =
          "Rule set: ${COMPLETION-CANDIDATES}. The built-in cluster and the recorded decisions have"
              + " this version (default: ${DEFAULT-VALUE}). "
              + KubernetesVersion.PREVIEWS)
  private String rules = RuleSet.DEFAULT.toString();

  @Option(
      names = "--only",
      paramLabel = "RULE|AREA|CASE,...",
      split = ",",
      hideParamSyntax = true,
      completionCandidates = Selectable.class,
      description = "Run only these rules, areas or cases.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--capability",
      paramLabel = "CAPABILITY,...",
      split = ",",
      hideParamSyntax = true,
      completionCandidates = Capabilities.class,
      description = "Run only cases that require one of these capabilities.")
  private List<String> capabilities = new ArrayList<>();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "32",
      description = "Number of cases that run at the same time (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--sync-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1s",
      description =
          "Sync period of the implementation. Timeouts and the stabilization window scale with it;"
              + " increase it on slow machines (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod = Settings.DEFAULT.syncPeriod();

  @Option(
      names = "--decisions",
      description =
          "Test decisions only, without a cluster: the command reads scenarios and writes results"
              + " like `hpa evaluate --stream`.")
  private boolean decisions;

  @Option(
      names = "--vectors",
      paramLabel = "FILE",
      arity = "1..*",
      description = "With --decisions: more scenarios with recorded results, one per line.")
  private List<Path> vectors = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  ConformanceOptions() {}

  /**
   * Validates what picocli does not.
   *
   * @throws UsageException if a value is out of range, or options exclude each other
   */
  void check() {
    cluster.check();
    require(parallel >= 1, "--parallel: \"" + parallel + "\" is less than 1; give 1 or more");
    require(
        syncPeriod.isPositive(),
        "--sync-period: the period is not greater than 0; give a duration like 1s");
    require(decisions || vectors.isEmpty(), "--vectors: requires --decisions; add --decisions");
    require(
        !decisions || (!cluster.isSelected() && without.isEmpty() && capabilities.isEmpty()),
        "--decisions: runs without a cluster and capabilities; omit --kubeconfig, --in-cluster,"
            + " --without and --capability");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new UsageException(message);
    }
  }

  /**
   * The rule set.
   *
   * @throws UsageException if it is unknown
   */
  RuleSet ruleSet() {
    return RuleSet.named(rules)
        .orElseThrow(
            () ->
                new UsageException(
                    "--rules: \"%s\" is not a rule set; use %s".formatted(rules, RuleSet.names())));
  }

  RuleCatalog rules() {
    return decisions ? RuleCatalog.ofDecisions(ruleSet()) : RuleCatalog.load(ruleSet());
  }

  List<Case> cases() {
    return decisions ? DecisionRun.cases() : Cases.of(rules(), settings());
  }

  /**
   * The rules and cases to run.
   *
   * @throws UsageException if a name is unknown
   */
  Selection selection() {
    Selection selection =
        new Selection(new LinkedHashSet<>(only), capabilities("--capability", capabilities));
    try {
      selection.check(rules(), decisions ? DecisionRun.allCases(ruleSet()) : cases());
    } catch (IllegalArgumentException problem) {
      throw new UsageException("--only: " + problem.getMessage(), problem);
    }
    return selection;
  }

  /**
   * The settings of the implementation. The windows scale with the sync period. The other two
   * settings are compared with ages that the cases write, so they need no time to pass.
   */
  Settings settings() {
    double scale = (double) syncPeriod.toMillis() / Settings.DEFAULT.syncPeriod().toMillis();
    return new Settings(
        syncPeriod,
        Duration.ofMillis(Math.round(Settings.DEFAULT.downscaleStabilization().toMillis() * scale)),
        Settings.DEFAULT.cpuInitializationPeriod(),
        Settings.DEFAULT.initialReadinessDelay());
  }

  boolean decisionsOnly() {
    return decisions;
  }

  List<Path> vectors() {
    return vectors;
  }

  int parallel() {
    return parallel;
  }

  ClusterOptions cluster() {
    return cluster;
  }

  /** The kind of cluster, for reports; empty for decisions. */
  String clusterKind() {
    return decisions ? "" : cluster.isSelected() ? "existing cluster" : "sandbox";
  }

  @Nullable String command() {
    return command;
  }

  Set<Capability> without() {
    return capabilities("--without", without);
  }

  /** The command template of the implementation, with placeholders. */
  String template() {
    return command == null ? ProgramLauncher.CONTROLLER : command;
  }

  TestedImplementation subject() {
    String program = command == null ? "hpa" : command.strip().split("\\s+", 2)[0];
    return new TestedImplementation(
        name == null
            ? String.valueOf(Path.of(program.replace("{hpa}", "hpa")).getFileName())
            : name,
        version.isEmpty() && command == null ? BuildInfo.VERSION : version,
        decisions && command == null ? "" : template());
  }

  /** The command line that repeats this run. */
  String rerun() {
    return rerun(only);
  }

  /** The command line that repeats this run with some rules only. */
  String rerun(Iterable<String> selection) {
    List<String> words = new ArrayList<>(List.of("hpa conformance"));
    if (decisions) {
      words.add("--decisions");
    }
    vectors.forEach(each -> words.add("--vectors " + quoted(each.toString())));
    if (ruleSet() != RuleSet.DEFAULT) {
      words.add("--rules " + ruleSet());
    }
    words.addAll(cluster.words());
    if (!without.isEmpty()) {
      words.add("--without " + String.join(",", without));
    }
    if (!capabilities.isEmpty()) {
      words.add("--capability " + String.join(",", capabilities));
    }
    if (!syncPeriod.equals(Settings.DEFAULT.syncPeriod())) {
      words.add("--sync-period " + syncPeriod.toMillis() + "ms");
    }
    String selected = String.join(",", selection);
    if (!selected.isEmpty()) {
      words.add("--only " + quoted(selected));
    }
    if (command != null) {
      words.add("--command " + quoted(command));
    }
    return String.join(" ", words);
  }

  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./,:=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The names of all rule sets. */
  static final class RuleSets extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    RuleSets() {
      super(Stream.of(RuleSet.values()).map(RuleSet::toString).toList());
    }
  }

  /** The names of all capabilities. */
  static final class Capabilities extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Capabilities() {
      super(Stream.of(Capability.values()).map(Capability::toString).toList());
    }
  }

  /** The names of all rules, areas and cases of the default rule set, read when they are needed. */
  static final class Selectable implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      ConformanceOptions defaults = new ConformanceOptions();
      return Stream.concat(
              defaults.rules().all().stream().flatMap(each -> Stream.of(each.area(), each.id())),
              defaults.cases().stream().map(Case::name))
          .distinct()
          .iterator();
    }
  }

  private static Set<Capability> capabilities(String option, List<String> names) {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    for (String each : names) {
      try {
        all.add(Capability.named(each));
      } catch (IllegalArgumentException problem) {
        throw new UsageException(
            "%s: \"%s\" is not a capability; use %s"
                .formatted(option, each, String.join(", ", new Capabilities())),
            problem);
      }
    }
    return all;
  }
}
