package dev.hpa.app.cli;

import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.process.RunOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The result of parsing a command line of {@code hpa run}, without starting a controller.
 *
 * @param options null if it is rejected, or only prints the version
 * @param refusal the error message, or null
 */
record RunLine(@Nullable RunOptions options, @Nullable String refusal) {

  static RunLine of(List<String> arguments) {
    return of(arguments, PortCheck.NONE);
  }

  /** Parses a command line and checks the port. */
  static RunLine of(List<String> arguments, PortCheck port) {
    CommandLine line = RunCommand.standalone(() -> Duration.ZERO);
    try {
      line.parseArgs(arguments.toArray(String[]::new));
      RunCommand run = line.getCommand();
      return new RunLine(run.version().prints() ? null : run.options(port), null);
    } catch (ParameterException | UsageException failure) {
      return new RunLine(null, String.valueOf(failure.getMessage()));
    }
  }

  static RunOptions options(String... arguments) {
    RunLine line = of(List.of(arguments));
    if (line.options() == null) {
      throw new AssertionError(line.refusal());
    }
    return line.options();
  }

  static String refusal(String... arguments) {
    RunLine line = of(List.of(arguments));
    if (line.refusal() == null) {
      throw new AssertionError("accepted: " + List.of(arguments));
    }
    return line.refusal();
  }
}
