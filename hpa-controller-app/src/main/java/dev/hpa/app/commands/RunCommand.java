package dev.hpa.app.commands;

import dev.hpa.app.cli.ControllerProgram;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.UsageException;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/**
 * {@code hpa run}: runs the controller against a cluster. {@link ControllerProgram} reads its
 * command line; picocli knows the flags for help and completion only.
 */
@Command(
    name = "run",
    preprocessor = RunCommand.Words.class,
    modelTransformer = RunCommand.Model.class,
    customSynopsis = "hpa run [FLAG...]",
    addMethodSubcommands = false,
    exitCodeOnInvalidInput = ExitStatus.FAILED,
    description = {
      "Run the HPA controller against a cluster.",
      "",
      "The flags of kube-controller-manager v1.36 and v1.37 are supported, with the same names, defaults and"
          + " validation."
    },
    footer = {
      "",
      "Exit status: 0 stopped by a signal; 1 usage error, or the controller failed.",
      "",
      "Examples:",
      "  hpa run --kubeconfig ~/.kube/config",
      "  hpa run --config hpa.yaml --leader-elect=false -v4",
      "  hpa run --kubeconfig sandbox.kubeconfig --horizontal-pod-autoscaler-sync-period 5s"
    })
public final class RunCommand implements Callable<Integer>, Subcommand {

  private @Nullable ControllerProgram program;

  /** Prints the help of {@code hpa-controller}, whose flags are those of this command. */
  public static void printHelp(PrintWriter out) {
    CommandLine line = new CommandLine(new RunCommand());
    CommandSpec spec = line.getCommandSpec().name("hpa-controller");
    spec.addMixin("stackTraces", CommandSpec.forAnnotatedObject(new StackTraceOption()));
    UsageMessageSpec usage = spec.usageMessage();
    usage.customSynopsis("hpa-controller [FLAG...]");
    usage.footer(
        Arrays.stream(usage.footer())
            .map(each -> each.replace("hpa run", "hpa-controller"))
            .toArray(String[]::new));
    line.setUsageHelpAutoWidth(true);
    groupFlags(line);
    line.usage(out);
  }

  @Override
  public void configure(CommandLine line) {
    groupFlags(line);
  }

  private static void groupFlags(CommandLine line) {
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new FlagGroups());
  }

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    return program == null ? ExitStatus.FAILED : program.run();
  }

  /** The flags of the command by topic. */
  static Map<String, List<Flag<?>>> topics() {
    return unread().topics();
  }

  private static ControllerProgram unread() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return new ControllerProgram("hpa", "hpa run", () -> Duration.ZERO, nowhere, nowhere);
  }

  /** Adds the flags, without their values and without the one that all commands inherit. */
  static final class Model implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      unread().flags().stream()
          .filter(flag -> !flag.name().equals(StackTraceOption.NAME))
          .forEach(flag -> command.addOption(FlagOptions.shown(flag)));
      return command;
    }
  }

  /** Gives the words to the program, and leaves to picocli what it has to react to. */
  static final class Words implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's API requires it.
    public boolean preprocess(
        Stack<String> words,
        CommandSpec command,
        @Nullable ArgSpec argument,
        Map<String, Object> info) {
      List<String> inOrder = new ArrayList<>(words.reversed());
      words.clear();
      CommandLine line = command.commandLine();
      ControllerProgram program =
          new ControllerProgram(
              command.root().name(),
              command.qualifiedName(),
              () -> Duration.ZERO,
              line.getOut(),
              line.getErr());
      try {
        program.read(inOrder);
      } catch (UsageException problem) {
        throw new ParameterException(line, problem.getMessage(), problem);
      }
      if (program.stackTraces()) {
        words.add("--" + StackTraceOption.NAME);
      }
      if (program.asksForHelp()) {
        words.add("--help");
      }
      ((RunCommand) command.userObject()).program = program;
      return false;
    }
  }
}
