package dev.hpa.cli.commands;

import dev.hpa.api.SafeText;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Failures;
import dev.hpa.app.cli.FlagFiles;
import dev.hpa.app.cli.UsageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

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
    line.getSubcommands()
        .values()
        .forEach(each -> each.getCommandSpec().usageMessage().abbreviateSynopsis(true));
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
    err.println(command.root().name() + ": " + SafeText.line(UsageErrors.of(failure)));
    // kube-controller-manager prints one line only.
    if (command.exitCodeOnInvalidInput() == ExitStatus.USAGE_ERROR) {
      err.println("See `" + command.qualifiedName() + " --help`.");
    }
    return command.exitCodeOnInvalidInput();
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
