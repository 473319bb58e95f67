package dev.hpa.app.cli;

import dev.hpa.app.cluster.KubeconfigException;
import dev.hpa.app.logging.SafeText;
import dev.hpa.app.plugins.PluginException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program's top: its commands, and how mistakes are told. */
@Command(
    name = "hpa",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    version = "hpa 0.1.0, deciding as Kubernetes v1.36",
    description = {
      "The HorizontalPodAutoscaler of Kubernetes.",
      "",
      "Start with `hpa demo`: a cluster in this process, a workload under a day's load, and the"
          + " controller that scales it."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit status: 0 done; 1 what was asked about is not so, or the work failed; 2 wrong use.",
      "",
      "Examples:",
      "  hpa demo",
      "  hpa demo --load sine:min=200m,max=3,period=20m --report /tmp/demo.html",
      "  hpa sandbox --kubeconfig sandbox.kubeconfig",
      "  hpa preflight --kubeconfig sandbox.kubeconfig",
      "  hpa run --kubeconfig sandbox.kubeconfig",
      "  hpa evaluate --check -f scenarios.ndjson",
      "  hpa explain shop/web",
      "  hpa capture shop/web > web.yaml",
      "  hpa simulate -f web.yaml --load day.csv",
      "  hpa convert --to autoscaling/v2 -f old.yaml",
      "  hpa lint -f manifests/"
    })
public final class HpaCommand implements Runnable {

  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          SandboxCommand.class,
          RunCommand.class,
          EvaluateCommand.class,
          CaptureCommand.class,
          ExplainCommand.class,
          SimulateCommand.class,
          ConvertCommand.class,
          LintCommand.class,
          PluginsCommand.class,
          PreflightCommand.class,
          ConformanceCommand.class);

  @Spec private CommandSpec spec;

  @Option(
      names = "--stack-traces",
      scope = ScopeType.INHERIT,
      description = "Show where in the program an error came from.")
  private boolean stackTraces;

  @SuppressWarnings("NullAway.Init")
  HpaCommand() {}

  /** Runs the program and returns its exit status. */
  public static int execute(String... args) {
    return line(asked(args)).execute(args);
  }

  /** Runs the program with a command of another module's among its own. */
  public static int executeWith(Object command, String... args) {
    return line().addSubcommand(command).setCaseInsensitiveEnumValuesAllowed(true).execute(args);
  }

  /** The commands, ready to take a command line. */
  static CommandLine line() {
    return line(COMMANDS);
  }

  /** The one command that is asked for, or all: to make them all delays a start noticeably. */
  private static List<Class<?>> asked(String... args) {
    String first = args.length == 0 ? "" : args[0];
    List<Class<?>> named = COMMANDS.stream().filter(each -> name(each).equals(first)).toList();
    return named.isEmpty() ? COMMANDS : named;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine line(List<Class<?>> commands) {
    HpaCommand top = new HpaCommand();
    CommandLine line = new CommandLine(top);
    commands.forEach(each -> line.addSubcommand(new CommandLine(each)));
    line.addSubcommand(CommandLine.HelpCommand.class);
    line.setParameterExceptionHandler((failure, given) -> wrongUse(failure));
    line.setExecutionExceptionHandler((failure, command, result) -> top.failed(failure, command));
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setAbbreviatedOptionsAllowed(false);
    CommandLine run = line.getSubcommands().get("run");
    if (run != null) {
      // Values are told from flags before, and may begin with a dash.
      run.setAllowOptionsAsOptionParameters(true);
      run.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new FlagGroups());
    }
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int wrongUse(ParameterException failure) {
    PrintWriter err = failure.getCommandLine().getErr();
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    err.println("hpa: " + SafeText.line(firstLine(failure)));
    // Those who replace kube-controller-manager look for one line.
    if (command.exitCodeOnInvalidInput() == ExitStatus.WRONG_USE) {
      if (!suggested(failure, command, err)) {
        UnmatchedArgumentException.printSuggestions(failure, err);
      }
      err.println("See `" + command.qualifiedName() + " --help`.");
    }
    return command.exitCodeOnInvalidInput();
  }

  /** Names what is most like the first argument that is not known: a command, or a flag. */
  private static boolean suggested(
      ParameterException failure, CommandSpec command, PrintWriter err) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return false;
    }
    String given = unmatched.getUnmatched().getFirst();
    String word = given.substring(0, given.indexOf('=') < 0 ? given.length() : given.indexOf('='));
    Optional<String> nearest = FlagHints.nearest(word, words(command, word.startsWith("-")));
    nearest.ifPresent(
        name -> {
          String prefix = word.startsWith("-") ? "" : command.qualifiedName() + " ";
          err.println("Did you mean: " + prefix + name + "?");
        });
    return nearest.isPresent();
  }

  private static List<String> words(CommandSpec command, boolean flags) {
    return flags
        ? command.options().stream().map(OptionSpec::longestName).toList()
        : List.copyOf(command.subcommands().keySet());
  }

  private int failed(Exception failure, CommandLine command) {
    if (stackTraces) {
      failure.printStackTrace(command.getErr());
    } else {
      command.getErr().println("hpa: " + SafeText.line(firstLine(failure)));
    }
    boolean wrongUse =
        failure instanceof UsageException
            || failure instanceof KubeconfigException
            || failure instanceof PluginException;
    return wrongUse ? command.getCommandSpec().exitCodeOnInvalidInput() : ExitStatus.FAILED;
  }

  private static String firstLine(Exception failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName() + "; run with --stack-traces to see where"
        : message.lines().findFirst().orElse("");
  }
}
