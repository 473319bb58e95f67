package dev.hpa.cli.run;

import dev.hpa.app.cli.ControllerProgram;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.StackTraceOption;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
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
import picocli.CommandLine.ParameterException;

/**
 * {@code hpa run}: runs the controller against a cluster. {@link ControllerProgram} reads its
 * command line; picocli knows the flags for help and completion only.
 */
@Command(
    name = "run",
    preprocessor = RunCommand.Words.class,
    modelTransformer = RunCommand.Model.class,
    addMethodSubcommands = false,
    exitCodeOnInvalidInput = ExitStatus.FAILED,
    description = "Run the HPA controller against a cluster.")
public final class RunCommand implements Callable<Integer>, Subcommand {

  private static final String HELP = "controller";

  private @Nullable ControllerProgram program;

  /** The whole help is that of the controller. */
  @Override
  public CommandGroup group() {
    return CommandGroup.RUN;
  }

  @Override
  public void configure(CommandLine line) {
    line.setHelpSectionKeys(List.of(HELP));
    line.getHelpSectionMap()
        .put(
            HELP,
            help ->
                unread()
                    .help(
                        help.commandSpec().qualifiedName(),
                        help.commandSpec().usageMessage().width()));
  }

  @Override
  public Integer call() throws IOException, KubeconfigException, InterruptedException {
    return program == null ? ExitStatus.FAILED : program.run();
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
