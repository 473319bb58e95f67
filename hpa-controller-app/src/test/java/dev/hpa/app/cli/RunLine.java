package dev.hpa.app.cli;

import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.process.RunOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What becomes of a command line of {@code hpa run}, without a controller being started.
 *
 * @param options null when it is refused, or only asks for the version
 * @param refusal the line that tells why, or null
 */
record RunLine(@Nullable RunOptions options, @Nullable String refusal) {

  static RunLine of(List<String> arguments) {
    return of(arguments, PortCheck.NONE);
  }

  /** The same, with a look at the port to serve at. */
  static RunLine of(List<String> arguments, PortCheck port) {
    CommandLine line = RunCommand.standalone();
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
      throw new AssertionError("taken: " + List.of(arguments));
    }
    return line.refusal();
  }
}
