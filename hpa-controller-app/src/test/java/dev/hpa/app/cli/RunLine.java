package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.process.RunOptions;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    return of(arguments, port, null);
  }

  /** Parses a command line beside an API server of a release; null if it is unknown. */
  static RunLine of(List<String> arguments, PortCheck port, @Nullable KubernetesVersion server) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    ControllerProgram program =
        new ControllerProgram(
            "hpa-controller", "hpa-controller", () -> Duration.ZERO, nowhere, nowhere);
    try {
      program.read(arguments);
      return new RunLine(
          program.version(server).prints() ? null : program.options(port, server), null);
    } catch (UsageException failure) {
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
