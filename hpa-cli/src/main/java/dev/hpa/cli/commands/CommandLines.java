package dev.hpa.cli.commands;

import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Failures;
import dev.hpa.app.cli.FlagFiles;
import dev.hpa.app.cli.FlagHints;
import dev.hpa.app.cli.UsageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error reporting of commands. */
public final class CommandLines {

  private CommandLines() {}

  /**
   * Reports errors as one line on standard error.
   *
   * @param stackTraces whether to print stack traces instead
   */
  public static void reportErrors(CommandLine line, BooleanSupplier stackTraces) {
    line.setParameterExceptionHandler((failure, given) -> usageError(failure));
    line.setExecutionExceptionHandler(
        (failure, command, result) -> failed(failure, command, stackTraces.getAsBoolean()));
    line.registerConverter(Path.class, CommandLines::path);
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setAbbreviatedOptionsAllowed(false);
  }

  private static Path path(String text) {
    try {
      return FlagFiles.of(text);
    } catch (UsageException unusable) {
      throw new TypeConversionException(String.valueOf(unusable.getMessage()));
    }
  }

  private static int usageError(ParameterException failure) {
    PrintWriter err = failure.getCommandLine().getErr();
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    err.println(Failures.line(command.root().name(), failure));
    // kube-controller-manager prints one line only.
    if (command.exitCodeOnInvalidInput() == ExitStatus.USAGE_ERROR) {
      if (!suggested(failure, command, err)) {
        UnmatchedArgumentException.printSuggestions(failure, err);
      }
      err.println("See `" + command.qualifiedName() + " --help`.");
    }
    return command.exitCodeOnInvalidInput();
  }

  /** Suggests the commands or flags with names similar to the first unknown argument. */
  private static boolean suggested(
      ParameterException failure, CommandSpec command, PrintWriter err) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return false;
    }
    String given = unmatched.getUnmatched().getFirst();
    String word = given.substring(0, given.indexOf('=') < 0 ? given.length() : given.indexOf('='));
    if (command.userObject() instanceof FlagOptions.Owner owner
        && owner.settings() != null
        && owner.settings().options().stream().anyMatch(each -> each.longestName().equals(word))) {
      err.println(
          "Only the file of --config sets it: write " + word.substring(2) + ": VALUE there.");
      return true;
    }
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

  private static int failed(Exception failure, CommandLine command, boolean stackTrace) {
    String name = command.getCommandSpec().root().name();
    if (stackTrace) {
      failure.printStackTrace(command.getErr());
    } else {
      command.getErr().println(Failures.line(name, failure));
    }
    return Failures.isOfUsage(failure)
        ? command.getCommandSpec().exitCodeOnInvalidInput()
        : ExitStatus.FAILED;
  }
}
