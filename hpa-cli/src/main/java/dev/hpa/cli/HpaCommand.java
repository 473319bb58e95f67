package dev.hpa.cli;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.CommandLines;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.StackTraceOption;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.version.ProgramVersion;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top-level command with its subcommands and error reporting. */
@Command(
    name = "hpa",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = ProgramVersion.class,
    description = {
      "HorizontalPodAutoscaler controller and tools for Kubernetes.",
      "",
      "Start with `hpa demo`: an in-process cluster, a workload under a day's load, and the"
          + " controller that scales it."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit status: 0 success; 1 a check or the command failed; 2 usage error (1 of hpa run, as of"
          + " kube-controller-manager).",
      "",
      "Examples:",
      "  hpa demo",
      "  hpa demo --load sine:min=200m,max=3,period=20m --report /tmp/demo.html",
      "  hpa sandbox --kubeconfig sandbox.kubeconfig",
      "  hpa preflight --kubeconfig sandbox.kubeconfig",
      "  hpa run --kubeconfig sandbox.kubeconfig",
      "  hpa evaluate --check -f scenarios.ndjson",
      "  hpa dashboard",
      "  hpa explain shop/web",
      "  hpa capture shop/web > web.yaml",
      "  hpa simulate -f web.yaml --load day.csv",
      "  hpa recommend -f web.yaml --load week.csv",
      "  hpa convert --to autoscaling/v2 -f old.yaml",
      "  hpa lint -f manifests/",
      "  hpa options"
    })
public final class HpaCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private StackTraceOption stackTraces = new StackTraceOption();

  @SuppressWarnings("NullAway.Init")
  HpaCommand() {}

  /** Runs the program and returns its exit status. */
  public static int execute(String... args) {
    return line(requested(args)).execute(args);
  }

  /** The program with all its commands. */
  public static CommandLine allCommands() {
    return line(commands());
  }

  private static List<Class<? extends Subcommand>> commands() {
    return ServiceLoader.load(Subcommand.class).stream()
        .<Class<? extends Subcommand>>map(ServiceLoader.Provider::type)
        .sorted(Comparator.comparing(HpaCommand::name))
        .toList();
  }

  /** The requested command, or all: creating all commands delays the start noticeably. */
  private static List<Class<? extends Subcommand>> requested(String... args) {
    String first = args.length == 0 ? "" : args[0];
    List<Class<? extends Subcommand>> commands = commands();
    List<Class<? extends Subcommand>> named =
        commands.stream().filter(each -> name(each).equals(first)).toList();
    return named.isEmpty() ? commands : named;
  }

  private static String name(Class<? extends Subcommand> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine line(List<Class<? extends Subcommand>> commands) {
    HpaCommand program = new HpaCommand();
    CommandLine line = new CommandLine(program);
    commands.forEach(each -> line.addSubcommand(new CommandLine(each)));
    line.addSubcommand(CommandLine.HelpCommand.class);
    CommandLines.reportErrors(line, program.stackTraces::isGiven);
    for (CommandLine each : line.getSubcommands().values()) {
      OutputOption.describe(each);
      each.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, CommandList::footer);
      if (each.getCommand() instanceof Subcommand command) {
        command.configure(each);
      }
    }
    line.setExecutionStrategy(HpaCommand::run);
    CommandList.replaceIn(line);
    ProgramName.apply(ProgramName.given(), line);
    return line;
  }

  private static int run(ParseResult parsed) {
    if (parsed.hasSubcommand()) {
      ParseResult command = parsed.subcommand();
      try {
        FlagOptions.configure(command);
      } catch (UsageException unusable) {
        throw new CommandLine.ParameterException(
            command.commandSpec().commandLine(), String.valueOf(unusable.getMessage()), unusable);
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
